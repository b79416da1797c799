package io.graphkernel.examples.benchmarks;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** The operations of {@link BenchmarkOps} without fusion: one native kernel per basic op. */
public final class UnfusedOps {
    private static final String UNFUSED = "--opt_level=0";

    private UnfusedOps() {}

    /** See {@link BenchmarkOps#biasGelu}. */
    @GraphKernel(flags = UNFUSED)
    public static Tensor biasGelu(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor bias) {
        return BenchmarkOps.biasGelu(x, bias);
    }

    /** See {@link BenchmarkOps#layerNorm}. */
    @GraphKernel(flags = UNFUSED)
    public static Tensor layerNorm(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[d]") Tensor gamma,
            @TensorType("f32[d]") Tensor beta,
            float epsilon) {
        return BenchmarkOps.layerNorm(x, gamma, beta, epsilon);
    }

    /** See {@link BenchmarkOps#softmax}. */
    @GraphKernel(flags = UNFUSED)
    public static Tensor softmax(@TensorType("f32[n, d]") Tensor x) {
        return BenchmarkOps.softmax(x);
    }

    /** See {@link BenchmarkOps#rmsNorm}. */
    @GraphKernel(flags = UNFUSED)
    public static Tensor rmsNorm(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor gamma, float epsilon) {
        return BenchmarkOps.rmsNorm(x, gamma, epsilon);
    }

    /** See {@link BenchmarkOps#addLayerNorm}. */
    @GraphKernel(flags = UNFUSED)
    public static Tensor addLayerNorm(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[n, d]") Tensor residual,
            @TensorType("f32[d]") Tensor gamma,
            @TensorType("f32[d]") Tensor beta,
            float epsilon) {
        return BenchmarkOps.addLayerNorm(x, residual, gamma, beta, epsilon);
    }

    /** See {@link BenchmarkOps#swiGlu}. */
    @GraphKernel(flags = UNFUSED)
    public static Tensor swiGlu(@TensorType("f32[n, d]") Tensor gate, @TensorType("f32[n, d]") Tensor up) {
        return BenchmarkOps.swiGlu(gate, up);
    }

    /** See {@link BenchmarkOps#seedGraph}. */
    @GraphKernel(flags = UNFUSED)
    public static Tensor seedGraph(Tensor x, Tensor y) {
        return BenchmarkOps.seedGraph(x, y);
    }

    /** See {@link BenchmarkOps#adamW}. */
    @GraphKernel(flags = UNFUSED)
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
        BenchmarkOps.adamW(
                param, grad, m, v, learningRate, beta1, beta2, epsilon, weightDecay, correction1, correction2);
    }
}
