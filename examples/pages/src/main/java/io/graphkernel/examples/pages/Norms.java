package io.graphkernel.examples.pages;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.NoGradient;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;

public final class Norms {

    @GraphKernel(gradient = true)
    static Tensor layerNorm(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[d]") Tensor gamma,
            @TensorType("f32[d]") @NoGradient Tensor beta,
            float epsilon) {
        Tensor centred = sub(x, reduceMean(x, -1, KEEP_DIMS));
        Tensor variance = reduceMean(square(centred), -1, KEEP_DIMS);
        return add(mul(mul(centred, rsqrt(add(variance, epsilon))), gamma), beta);
    }

    public static void main(String[] arguments) {
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = Tensor.of(new float[] {1, 2, 3, 6}, 1, 4);
            Tensor gamma = Tensor.full(2, 4);
            Tensor beta = Tensor.zeros(4);
            Tensor dy = Tensor.of(new float[] {1, 0, 0, 0}, 1, 4); // the loss is the first element of the result
            try (NormsKernels.LayerNormForward forward = NormsKernels.layerNormForward(x, gamma, beta, 1e-5f)) {
                NormsKernels.LayerNormGradients g = NormsKernels.layerNormGradient(forward.saved(), dy);
                System.out.println(forward.result());
                System.out.println(g.x() + " " + g.gamma());
            }
        }
    }
}
