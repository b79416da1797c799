package io.graphkernel.graph;

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
    void wholeConstants_areExactAndWrapAround(long value, DataType dtype, long stored) {
        Node constant = Node.constant(value, dtype);

        assertThat(constant.attributes().number()).isEqualTo(stored);
        assertThat(constant.dtype()).isEqualTo(dtype);
    }

    @Test
    void floatingConstants_areElementsOfTheirDtype() {
        assertThat(Node.constant(0.1, DataType.F64).attributes().number()).isEqualTo(0.1);
        assertThat(Node.constant(0.1, DataType.F16).attributes().number()).isEqualTo(0x1.998p-4);
        assertThat(Node.constant(0.1, DataType.BF16).attributes().number()).isEqualTo(0x1.9ap-4);
        assertThat(Node.constant(65519.99, DataType.F16).attributes().number()).isEqualTo(65504.0);
        assertThat(Node.constant(-65520, DataType.F16).attributes().number()).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(Node.constant(0x1p-25, DataType.F16).attributes().number()).isEqualTo(0.0);
        assertThat(Node.constant(Math.nextUp(0x1p-25), DataType.F16)
                        .attributes()
                        .number())
                .isEqualTo(0x1p-24);
        assertThat(Node.constant(-0.0, DataType.BF16).attributes().number()).isEqualTo(-0.0);
        // By way of double this number would be rounded to even twice.
        assertThat(Node.constant((1L << 61) + (1L << 53) + 1, DataType.BF16)
                        .attributes()
                        .number())
                .isEqualTo(0x1.02p61);
        // By way of double this number would be rounded twice, to 2^61.
        assertThat(Node.constant((1L << 61) + (1L << 37) + 1, DataType.F32)
                        .attributes()
                        .number())
                .isEqualTo(0x1.000002p61);
    }

    @Test
    void knownDims_areConstants() {
        assertThat(Node.dimension(Dim.of(12), DataType.I64).kind()).isEqualTo(Node.Kind.CONSTANT);
        assertThat(Node.dimension(Dim.of("n"), DataType.I64).kind()).isEqualTo(Node.Kind.DIMENSION);
    }
}
