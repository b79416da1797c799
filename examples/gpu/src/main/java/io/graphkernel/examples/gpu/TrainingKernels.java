package io.graphkernel.examples.gpu;

import static io.graphkernel.runtime.Gradients.valueAndGradient;
import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.assign;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.realDiv;
import static io.graphkernel.runtime.Ops.sparseSoftmaxCrossEntropyWithLogits;
import static io.graphkernel.runtime.Ops.sqrt;
import static io.graphkernel.runtime.Ops.square;
import static io.graphkernel.runtime.Ops.sub;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Reduction;
import io.graphkernel.runtime.Tensor;

/** Benchmarked kernels of a training step, in f32 alone. */
final class TrainingKernels {

    /**
     * Loss and gradient.
     *
     * @param loss mean cross entropy
     * @param gradient gradient of the logits
     */
    record Loss(Tensor loss, Tensor gradient) {}

    private TrainingKernels() {}

    /** Mean cross entropy and its gradient. */
    @GraphKernel
    static Loss crossEntropy(@TensorType("f32[n, d]") Tensor logits, @TensorType("i32[n]") Tensor labels) {
        var result = valueAndGradient(
                () -> sparseSoftmaxCrossEntropyWithLogits(logits, labels, Reduction.MEAN)
                        .loss(),
                logits);
        return new Loss(result.value(), result.gradient());
    }

    /** A step of AdamW in place. */
    @GraphKernel
    static void adamW(
            @TensorType("f32[n]") Tensor parameter,
            @TensorType("f32[n]") Tensor gradient,
            @TensorType("f32[n]") Tensor mean,
            @TensorType("f32[n]") Tensor variance,
            float rate,
            float meanCorrection,
            float varianceCorrection) {
        Tensor newMean = add(mul(mean, 0.9f), mul(gradient, 0.1f));
        Tensor newVariance = add(mul(variance, 0.999f), mul(square(gradient), 0.001f));
        Tensor root = sqrt(mul(newVariance, 1 / varianceCorrection));
        Tensor step = realDiv(mul(newMean, 1 / meanCorrection), add(root, 1e-8f));
        assign(parameter, sub(parameter, mul(add(step, mul(parameter, 0.01f)), rate)));
        assign(mean, newMean);
        assign(variance, newVariance);
    }
}
