package io.graphkernel.examples.blocks.functions;

import static io.graphkernel.runtime.Gradients.gradient;
import static io.graphkernel.runtime.Ops.exp;
import static io.graphkernel.runtime.Ops.expandDims;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.reduceSum;
import static io.graphkernel.runtime.Scans.scan;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** The selective state space of Gu and Dao, "Mamba: Linear-Time Sequence Modeling with Selective State Spaces". */
public final class SelectiveScan {

    private SelectiveScan() {}

    /**
     * Returns y = C·h of the states h = exp(Δ·A)·h + Δ·B·x, [batch, time, channels].
     *
     * @param x sequence, [batch, time, channels]
     * @param delta step size Δ per position and channel
     * @param a decay rate A per channel and state, negative
     * @param b input weight B per position and state
     * @param c output weight C per position and state
     */
    @GraphKernel
    public static Tensor selectiveScan(
            @TensorType("f32[b, t, d]") Tensor x,
            @TensorType("f32[b, t, d]") Tensor delta,
            @TensorType("f32[d, n]") Tensor a,
            @TensorType("f32[b, t, n]") Tensor b,
            @TensorType("f32[b, t, n]") Tensor c) {
        Tensor decay = exp(mul(expandDims(delta, -1), a));
        Tensor input = mul(expandDims(mul(delta, x), -1), expandDims(b, 2));
        Tensor states = scan(decay, input, 1, 0f, (h, kept, added) -> kept * h + added);
        return reduceSum(mul(states, expandDims(c, 2)), -1);
    }

    /** Gradients with respect to the parameters of the same names. */
    public record Gradients(Tensor x, Tensor delta, Tensor a, Tensor b, Tensor c) {}

    /**
     * Returns the gradients of the sum of dy·y.
     *
     * @param dy gradient with respect to the result
     */
    @GraphKernel
    static Gradients gradients(
            @TensorType("f32[b, t, d]") Tensor x,
            @TensorType("f32[b, t, d]") Tensor delta,
            @TensorType("f32[d, n]") Tensor a,
            @TensorType("f32[b, t, n]") Tensor b,
            @TensorType("f32[b, t, n]") Tensor c,
            @TensorType("f32[b, t, d]") Tensor dy) {
        Tensor[] g = gradient(() -> reduceSum(mul(selectiveScan(x, delta, a, b, c), dy)), x, delta, a, b, c);
        return new Gradients(g[0], g[1], g[2], g[3], g[4]);
    }
}
