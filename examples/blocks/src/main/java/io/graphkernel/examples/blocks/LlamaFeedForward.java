package io.graphkernel.examples.blocks;

import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.matMul;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.rmsNorm;
import static io.graphkernel.runtime.Ops.siLU;
import static io.graphkernel.runtime.Ops.split;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** The second half of a layer of LLaMA: the residual, its RMS normalization, and a perceptron with SwiGLU. */
public final class LlamaFeedForward {

    private static final double EPSILON = 1e-6;

    private LlamaFeedForward() {}

    /**
     * x + attention, and the perceptron of its norm added.
     *
     * @param x what went into the attention, [tokens, hidden]
     * @param attention what came out of it
     * @param gateAndUp concatenated weights of the gate and of the values
     */
    @GraphKernel
    public static Tensor feedForward(
            @TensorType("f32[t, d]") Tensor x,
            @TensorType("f32[t, d]") Tensor attention,
            @TensorType("f32[d]") Tensor gamma,
            @TensorType("f32[d, 2 * f]") Tensor gateAndUp,
            @TensorType("f32[f, d]") Tensor down) {
        Tensor residual = add(x, attention);
        Tensor normalized = rmsNorm(residual, gamma, EPSILON).y();
        Tensor[] halves = split(matMul(normalized, gateAndUp), 2, -1);
        Tensor activated = mul(siLU(halves[0]), halves[1]);
        return add(matMul(activated, down), residual);
    }
}
