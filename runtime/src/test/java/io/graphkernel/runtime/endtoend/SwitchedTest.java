package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.Tensor;
import java.util.Map;
import java.util.function.BinaryOperator;
import org.junit.jupiter.api.Test;

/** Flags change the kernels and not what they compute. */
class SwitchedTest {

    private static final Map<String, BinaryOperator<Tensor>> KERNELS = Map.of(
            "plain", SwitchedKernelsKernels::plain,
            "whole", SwitchedKernelsKernels::whole,
            "apart", SwitchedKernelsKernels::apart,
            "only", SwitchedKernelsKernels::only,
            "copied", SwitchedKernelsKernels::copied,
            "switched", SwitchedKernelsKernels::switched);

    @Test
    void switches_giveEqualResults() {
        float[] elements = new float[35];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = (float) Math.sin(i);
        }
        try (Tensor x = Tensor.of(elements, 5, 7);
                Tensor y = Tensor.of(new float[] {1, 2, 3, 4, 5}, 5, 1);
                Tensor wanted = SwitchedKernels.plain(x, y)) {
            KERNELS.forEach((name, kernel) -> {
                try (Tensor found = kernel.apply(x, y)) {
                    assertThat(found.dimension(0)).isEqualTo(7);
                    assertThat(found.toFloatArray())
                            .as(name)
                            .usingComparatorWithPrecision(1e-5f)
                            .containsExactly(wanted.toFloatArray());
                }
            });
        }
    }
}
