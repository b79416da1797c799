package io.graphkernel.examples.blocks;

import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.geLU;
import static io.graphkernel.runtime.Ops.matMul;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** The perceptron of a layer of GPT-2. */
public final class Gpt2Mlp {

    private Gpt2Mlp() {}

    /**
     * Two linear layers with GeLU between them, in its tanh form.
     *
     * @param x [tokens, hidden]
     */
    @GraphKernel
    public static Tensor mlp(
            @TensorType("f32[t, d]") Tensor x,
            @TensorType("f32[d, f]") Tensor up,
            @TensorType("f32[f]") Tensor upBias,
            @TensorType("f32[f, d]") Tensor down,
            @TensorType("f32[d]") Tensor downBias) {
        Tensor activated = geLU(add(matMul(x, up), upBias));
        return add(matMul(activated, down), downBias);
    }
}
