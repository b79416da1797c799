package io.graphkernel.examples.benchmarks;

import static io.graphkernel.runtime.Ops.KEEP_DIMS;
import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.assign;
import static io.graphkernel.runtime.Ops.geLU;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.pow;
import static io.graphkernel.runtime.Ops.realDiv;
import static io.graphkernel.runtime.Ops.reduceMean;
import static io.graphkernel.runtime.Ops.rsqrt;
import static io.graphkernel.runtime.Ops.siLU;
import static io.graphkernel.runtime.Ops.sqrt;
import static io.graphkernel.runtime.Ops.square;
import static io.graphkernel.runtime.Ops.sub;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;

/** The operations that are measured, as a user writes them. */
public final class BenchmarkOps {
    private BenchmarkOps() {}

    /** x · 2 + 1, the smallest graph that fuses; its calls on 4×4 tensors show what a call costs. */
    @GraphKernel
    public static Tensor scaleShift(Tensor x) {
        return add(mul(x, 2.0), 1.0);
    }

    /** GeLU in its tanh form of x + bias. */
    @GraphKernel
    public static Tensor biasGelu(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor bias) {
        return geLU(add(x, bias));
    }

    /** Layer normalization over the last dim. */
    @GraphKernel
    public static Tensor layerNorm(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[d]") Tensor gamma,
            @TensorType("f32[d]") Tensor beta,
            float epsilon) {
        Tensor centred = sub(x, reduceMean(x, -1, KEEP_DIMS));
        Tensor variance = reduceMean(square(centred), -1, KEEP_DIMS);
        return add(mul(mul(centred, rsqrt(add(variance, epsilon))), gamma), beta);
    }

    /** Softmax over the last dim. */
    @GraphKernel
    public static Tensor softmax(@TensorType("f32[n, d]") Tensor x) {
        return Ops.softmax(x, -1);
    }

    /** Root-mean-square normalization over the last dim. */
    @GraphKernel
    public static Tensor rmsNorm(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor gamma, float epsilon) {
        Tensor meanSquare = reduceMean(square(x), -1, KEEP_DIMS);
        return mul(mul(x, rsqrt(add(meanSquare, epsilon))), gamma);
    }

    /** Layer normalization of x + residual. */
    @GraphKernel
    public static Tensor addLayerNorm(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[n, d]") Tensor residual,
            @TensorType("f32[d]") Tensor gamma,
            @TensorType("f32[d]") Tensor beta,
            float epsilon) {
        return layerNorm(add(x, residual), gamma, beta, epsilon);
    }

    /** SiLU(gate) · up, the activation of gated transformer blocks. */
    @GraphKernel
    public static Tensor swiGlu(@TensorType("f32[n, d]") Tensor gate, @TensorType("f32[n, d]") Tensor up) {
        return mul(siLU(gate), up);
    }

    /** The graph of the seed documents: b = (2x)³, (b − y) · b. */
    @GraphKernel
    public static Tensor seedGraph(Tensor x, Tensor y) {
        Tensor b = pow(mul(x, 2.0), 3.0);
        return mul(sub(b, y), b);
    }

    /** Gradients of {@link #seedGraph}. */
    public record PairGradients(Tensor x, Tensor y) {}

    /** Gradients of (b − y) · b with b = 8x³, for operands of any shapes. */
    @GraphKernel
    public static PairGradients seedGraphGradients(Tensor x, Tensor y, Tensor cotangent) {
        Tensor square = square(x);
        Tensor b = mul(mul(square, x), 8);
        Tensor toB = mul(cotangent, sub(mul(b, 2), y));
        return new PairGradients(mul(toB, mul(square, 24)), Ops.neg(mul(cotangent, b)));
    }

    /** {@link #seedGraphGradients} of declared shapes. */
    @GraphKernel
    public static PairGradients declaredSeedGraphGradients(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[n, d]") Tensor y,
            @TensorType("f32[n, d]") Tensor cotangent) {
        return seedGraphGradients(x, y, cotangent);
    }

    /**
     * One AdamW step that updates the parameter and both moments in place; the corrections are 1 − beta1ᵗ and
     * 1 − beta2ᵗ of step t.
     */
    @GraphKernel
    public static void adamW(
            @TensorType("f32[n]") Tensor param,
            @TensorType("f32[n]") Tensor grad,
            @TensorType("f32[n]") Tensor m,
            @TensorType("f32[n]") Tensor v,
            float learningRate,
            float beta1,
            float beta2,
            float epsilon,
            float weightDecay,
            float correction1,
            float correction2) {
        Tensor mean = add(mul(m, beta1), mul(grad, 1 - beta1));
        Tensor variance = add(mul(v, beta2), mul(square(grad), 1 - beta2));
        Tensor root = sqrt(mul(variance, 1 / correction2));
        Tensor update = realDiv(mul(mean, 1 / correction1), add(root, epsilon));
        assign(param, sub(param, mul(add(update, mul(param, weightDecay)), learningRate)));
        assign(m, mean);
        assign(v, variance);
    }
}
