package io.graphkernel.processor.graph;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeTest {

    @ParameterizedTest
    @CsvSource({
        "9223372036854775807, I64, 9223372036854775807",
        "2147483648, I32, -2147483648",
        "200, I8, -56",
        "-1, U8, 255",
        "7, BOOL, 1"
    })
    void wholeConstantsAreExactAndWrapAround(long value, DType dtype, long stored) {
        Node constant = Node.constant(value, dtype);

        assertThat(constant.attributes().number()).isEqualTo(stored);
        assertThat(constant.dtype()).isEqualTo(dtype);
    }

    @Test
    void floatingConstantsHaveThePrecisionInWhichTheyCompute() {
        assertThat(Node.constant(0.1, DType.F64).attributes().number()).isEqualTo(0.1);
        assertThat(Node.constant(0.1, DType.F16).attributes().number()).isEqualTo((double) 0.1f);
        // By way of double this number would be rounded twice, to 2^61.
        assertThat(Node.constant((1L << 61) + (1L << 37) + 1, DType.F32)
                        .attributes()
                        .number())
                .isEqualTo(0x1.000002p61);
    }

    @Test
    void knownDimsAreConstants() {
        assertThat(Node.dimension(Dim.of(12), DType.I64).kind()).isEqualTo(Node.Kind.CONSTANT);
        assertThat(Node.dimension(Dim.of("n"), DType.I64).kind()).isEqualTo(Node.Kind.DIMENSION);
    }
}
