package io.graphkernel.examples.benchmarks.gradient;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.examples.benchmarks.BenchmarkOps.PairGradients;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Reduction;
import io.graphkernel.runtime.Tensor;

/** The operations with gradients that a user composes of explicit gradient ops. */
final class ComposedOps {
    private ComposedOps() {}

    record BiasGradients(Tensor x, Tensor bias) {}

    record Normalized(Tensor y, Tensor mean, Tensor variance) {}

    record NormGradients(Tensor x, Tensor gamma, Tensor beta) {}

    record SumNormGradients(Tensor x, Tensor residual, Tensor gamma, Tensor beta) {}

    record Scaled(Tensor y, Tensor reciprocalRoot) {}

    record ScaleGradients(Tensor x, Tensor gamma) {}

    record AttentionGradients(Tensor query, Tensor key, Tensor value) {}

    @GraphKernel
    static BiasGradients biasGelu(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[d]") Tensor bias,
            @TensorType("f32[n, d]") Tensor cotangent) {
        Tensor gradient = Ops.geLUGrad(cotangent, Ops.add(x, bias));
        return new BiasGradients(gradient, Ops.reduceSum(gradient, 0));
    }

    @GraphKernel
    static Normalized layerNorm(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[d]") Tensor gamma,
            @TensorType("f32[d]") Tensor beta,
            float epsilon) {
        var norm = Ops.layerNorm(x, gamma, beta, epsilon, -1, -1);
        return new Normalized(norm.y(), norm.mean(), norm.variance());
    }

    @GraphKernel
    static NormGradients layerNormGradient(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[n, d]") Tensor cotangent,
            @TensorType("f32[n, 1]") Tensor mean,
            @TensorType("f32[n, 1]") Tensor variance,
            @TensorType("f32[d]") Tensor gamma,
            float epsilon) {
        var gradients = Ops.layerNormGrad(x, cotangent, variance, mean, gamma, epsilon, -1, -1);
        return new NormGradients(gradients.dx(), gradients.dgamma(), gradients.dbeta());
    }

    @GraphKernel
    static Tensor softmax(@TensorType("f32[n, d]") Tensor y, @TensorType("f32[n, d]") Tensor cotangent) {
        return Ops.softmaxGrad(cotangent, y);
    }

    @GraphKernel
    static Scaled rmsNorm(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor gamma, float epsilon) {
        var norm = Ops.rmsNorm(x, gamma, epsilon);
        return new Scaled(norm.y(), norm.rstd());
    }

    @GraphKernel
    static ScaleGradients rmsNormGradient(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[n, d]") Tensor cotangent,
            @TensorType("f32[n, 1]") Tensor reciprocalRoot,
            @TensorType("f32[d]") Tensor gamma) {
        var gradients = Ops.rmsNormGrad(cotangent, x, reciprocalRoot, gamma);
        return new ScaleGradients(gradients.dx(), gradients.dgamma());
    }

    @GraphKernel
    static PairGradients swiGlu(
            @TensorType("f32[n, d]") Tensor gate,
            @TensorType("f32[n, d]") Tensor up,
            @TensorType("f32[n, d]") Tensor cotangent) {
        return new PairGradients(Ops.siLUGrad(Ops.mul(cotangent, up), gate), Ops.mul(cotangent, Ops.siLU(gate)));
    }

    @GraphKernel
    static Normalized addLayerNorm(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[n, d]") Tensor residual,
            @TensorType("f32[d]") Tensor gamma,
            @TensorType("f32[d]") Tensor beta,
            float epsilon) {
        return layerNorm(Ops.add(x, residual), gamma, beta, epsilon);
    }

    /** The gradients of x and of the residual are equal; each is written, as in a pair of stubs. */
    @GraphKernel
    static SumNormGradients addLayerNormGradient(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[n, d]") Tensor residual,
            @TensorType("f32[n, d]") Tensor cotangent,
            @TensorType("f32[n, 1]") Tensor mean,
            @TensorType("f32[n, 1]") Tensor variance,
            @TensorType("f32[d]") Tensor gamma,
            float epsilon) {
        var gradients = Ops.layerNormGrad(Ops.add(x, residual), cotangent, variance, mean, gamma, epsilon, -1, -1);
        return new SumNormGradients(gradients.dx(), gradients.dx(), gradients.dgamma(), gradients.dbeta());
    }

    @GraphKernel
    static Tensor crossEntropy(
            @TensorType("f32[n, d]") Tensor logits,
            @TensorType("i32[n]") Tensor labels,
            @TensorType("f32[]") Tensor cotangent) {
        var loss = Ops.sparseSoftmaxCrossEntropyWithLogits(logits, labels, Reduction.MEAN);
        return Ops.mul(loss.dlogits(), cotangent);
    }

    /** By matmuls with the probabilities, which are recomputed. */
    @GraphKernel
    static AttentionGradients attention(
            @TensorType("f32[b, n, s, 64]") Tensor query,
            @TensorType("f32[b, n, s, 64]") Tensor key,
            @TensorType("f32[b, n, s, 64]") Tensor value,
            @TensorType("f32[b, n, s, 64]") Tensor cotangent) {
        Tensor probabilities = Ops.softmax(Ops.mul(Ops.batchMatMul(query, key, false, true), 0.125), -1);
        Tensor toProbabilities = Ops.batchMatMul(cotangent, value, false, true);
        Tensor toScores = Ops.mul(Ops.softmaxGrad(toProbabilities, probabilities), 0.125);
        return new AttentionGradients(
                Ops.batchMatMul(toScores, key),
                Ops.batchMatMul(toScores, query, true, false),
                Ops.batchMatMul(probabilities, cotangent, true, false));
    }

    /** A product of matrices: how fast the machine multiplies. */
    @GraphKernel
    static Tensor product(@TensorType("f32[d, d]") Tensor a, @TensorType("f32[d, d]") Tensor b) {
        return Ops.matMul(a, b);
    }
}
