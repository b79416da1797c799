package io.graphkernel.examples.benchmarks.gradient;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.examples.benchmarks.BenchmarkOps;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Reduction;
import io.graphkernel.runtime.Tensor;

/** The operations of which the compiler derives the gradients. */
final class GradientOps {
    private GradientOps() {}

    @GraphKernel(gradient = true)
    static Tensor biasGelu(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor bias) {
        return BenchmarkOps.biasGelu(x, bias);
    }

    @GraphKernel(gradient = true)
    static Tensor layerNorm(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[d]") Tensor gamma,
            @TensorType("f32[d]") Tensor beta,
            float epsilon) {
        return BenchmarkOps.layerNorm(x, gamma, beta, epsilon);
    }

    @GraphKernel(gradient = true)
    static Tensor softmax(@TensorType("f32[n, d]") Tensor x) {
        return BenchmarkOps.softmax(x);
    }

    @GraphKernel(gradient = true)
    static Tensor rmsNorm(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor gamma, float epsilon) {
        return BenchmarkOps.rmsNorm(x, gamma, epsilon);
    }

    @GraphKernel(gradient = true)
    static Tensor swiGlu(@TensorType("f32[n, d]") Tensor gate, @TensorType("f32[n, d]") Tensor up) {
        return BenchmarkOps.swiGlu(gate, up);
    }

    @GraphKernel(gradient = true)
    static Tensor seedGraph(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[n, d]") Tensor y) {
        return BenchmarkOps.seedGraph(x, y);
    }

    @GraphKernel(gradient = true)
    static Tensor addLayerNorm(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[n, d]") Tensor residual,
            @TensorType("f32[d]") Tensor gamma,
            @TensorType("f32[d]") Tensor beta,
            float epsilon) {
        return BenchmarkOps.addLayerNorm(x, residual, gamma, beta, epsilon);
    }

    @GraphKernel(gradient = true)
    static Tensor crossEntropy(@TensorType("f32[n, d]") Tensor logits, @TensorType("i32[n]") Tensor labels) {
        return Ops.sparseSoftmaxCrossEntropyWithLogits(logits, labels, Reduction.MEAN)
                .loss();
    }

    /** Attention for heads of 64 columns, whose scores are scaled by 1 / √64. */
    @GraphKernel(gradient = true)
    static Tensor attention(
            @TensorType("f32[b, n, s, 64]") Tensor query,
            @TensorType("f32[b, n, s, 64]") Tensor key,
            @TensorType("f32[b, n, s, 64]") Tensor value) {
        Tensor scores = Ops.mul(Ops.batchMatMul(query, key, false, true), 0.125);
        return Ops.batchMatMul(Ops.softmax(scores, -1), value);
    }
}
