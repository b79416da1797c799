package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.OverlapException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Results in the memory of operands: right or rejected, never wrong. */
class SharedMemoryTest {

    private static final List<int[]> MATRICES = List.of(
            new int[] {5, 3}, new int[] {5, 1}, new int[] {1, 5}, new int[] {1, 1}, new int[] {3, 3}, new int[] {67, 300
            });
    private static final List<int[]> CUBES =
            List.of(new int[] {2, 3, 5}, new int[] {1, 3, 5}, new int[] {2, 1, 1}, new int[] {3, 3, 3});
    private static final List<int[]> FOURFOLD =
            List.of(new int[] {2, 3, 4, 5}, new int[] {2, 1, 3, 1}, new int[] {2, 2, 2, 2});

    static Stream<TemplateCase> templates() {
        return Templates.all().stream();
    }

    private static List<int[]> sizes(TemplateCase template) {
        return switch (template.symbols()) {
            case 0 -> List.of(new int[0]);
            case 1 -> List.of(new int[] {1}, new int[] {3}, new int[] {100_000});
            case 2 -> MATRICES;
            case 3 -> CUBES;
            default -> FOURFOLD;
        };
    }

    @ParameterizedTest
    @MethodSource("templates")
    void resultInTheMemoryOfAnOperand_isRightOrRejected(TemplateCase template) {
        for (int[] sizes : sizes(template)) {
            for (int in = 0; in < template.inputs().split(" ").length; in++) {
                for (int out = 0; out < template.outputs().split(" ").length; out++) {
                    template.assertSharedIsRightOrRefused(sizes, in, out);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("templates")
    void resultThatOverlapsAnOperandInPart_isRejected(TemplateCase template) {
        for (int[] sizes : sizes(template)) {
            for (int in = 0; in < template.inputs().split(" ").length; in++) {
                for (int out = 0; out < template.outputs().split(" ").length; out++) {
                    template.assertPartlySharedIsRefused(sizes, in, out);
                }
            }
        }
    }

    @Test
    void twoResults_neverShareMemory() {
        try (Tensor x = Tensor.zeros(3, 5);
                Tensor row = Tensor.zeros(5);
                Tensor out = Tensor.zeros(3, 5);
                Tensor sum = Tensor.zeros(5)) {
            assertThatThrownBy(() -> RowKernelsKernels.addLayerNorm(x, x, row, row, 1e-5f, out, out))
                    .isInstanceOf(OverlapException.class)
                    .hasMessageContainingAll("[GK-6050]", "addLayerNorm", "normalized", "sum");
            assertThatThrownBy(() -> ColumnKernelsKernels.moments(x, row, sum, sum))
                    .isInstanceOf(OverlapException.class)
                    .hasMessageContainingAll("moments", "sum", "squares");
        }
    }

    @Test
    void twoUpdatedParameters_neverShareMemory() {
        try (Tensor x = Tensor.full(1, 3, 5);
                Tensor y = Tensor.full(2, 3, 5)) {
            assertThatThrownBy(() -> UpdateKernelsKernels.exchange(x, x))
                    .isInstanceOf(OverlapException.class)
                    .hasMessageContainingAll("exchange", "a", "b");
            assertThatThrownBy(() -> UpdateKernelsKernels.accumulate(x, y, x))
                    .isInstanceOf(OverlapException.class)
                    .hasMessageContainingAll("accumulate", "out", "total");
            assertThat(x.toFloatArray()).containsOnly(1);
        }
    }

    @Test
    void emptyTensors_shareNothing() {
        GuardedTensor memory = GuardedTensor.empty(DType.F32, 0, 0, 5);
        Tensor empty = memory.tensor();
        ElementwiseKernelsKernels.rowVector(empty, Tensor.zeros(5), empty);
        RowKernelsKernels.softmax(empty, empty);
        memory.assertGuarded("empty");
    }
}
