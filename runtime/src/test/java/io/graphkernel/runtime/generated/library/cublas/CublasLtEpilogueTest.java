package io.graphkernel.runtime.generated.library.cublas;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.generated.library.PostOp;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CublasLtEpilogueTest {

    /** Count, operand of the bias, operand that is added, cuBLASLt's number. */
    @ParameterizedTest
    @CsvSource({
        "'', 0, -1, -1, 1",
        "RELU, 0, -1, -1, 1",
        "BIAS, 1, 2, -1, 4",
        "BIAS RELU, 1, 2, -1, 4",
        "GELU_TANH, 1, -1, -1, 32",
        "BIAS GELU_TANH, 2, 2, -1, 36",
        "ADD, 1, -1, 2, 1",
        "ADD BIAS GELU_TANH, 3, 3, 2, 36",
        "BIAS ADD RELU, 2, 2, 3, 4",
        "BIAS GELU_ERF, 1, 2, -1, 4",
        "BIAS BIAS GELU_TANH, 1, 2, -1, 4",
        "ADD ADD, 1, -1, 2, 1",
        "GELU_TANH BIAS, 1, -1, -1, 32",
        "MUL BIAS, 0, -1, -1, 1",
        "BIAS SILU ADD, 1, 2, -1, 4"
    })
    void cublasLtEpilogue_acceptsTheLongestBeginning(String names, int count, int bias, int addend, int code) {
        List<PostOp> operations = names.isEmpty()
                ? List.of()
                : Arrays.stream(names.split(" ")).map(PostOp::valueOf).toList();
        assertThat(CublasLtEpilogue.of(operations)).isEqualTo(new CublasLtEpilogue(count, bias, addend, code));
    }
}
