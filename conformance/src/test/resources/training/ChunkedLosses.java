package training;

import static io.graphkernel.runtime.Gradients.valueAndGradient;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/** Losses over products whose logits are computed in chunks of rows. */
public final class ChunkedLosses {

    public record Gradients(Tensor loss, Tensor x, Tensor w) {}

    public record WithBias(Tensor loss, Tensor x, Tensor w, Tensor bias) {}

    private ChunkedLosses() {}

    @GraphKernel
    static Tensor sparseLoss(
            @TensorType("f32[n, k]") Tensor x, @TensorType("f32[v, k]") Tensor w, @TensorType("i32[n]") Tensor labels) {
        return sparseSoftmaxCrossEntropyWithLogits(matMul(x, w, false, true), labels)
                .loss();
    }

    @GraphKernel(flags = "--enable_pass=row_chunking")
    public static Gradients sparse(
            @TensorType("f32[n, k]") Tensor x, @TensorType("f32[v, k]") Tensor w, @TensorType("i32[n]") Tensor labels) {
        var loss = valueAndGradient(() -> sparseLoss(x, w, labels), x, w);
        return new Gradients(loss.value(), loss.gradient()[0], loss.gradient()[1]);
    }

    /** As many classes as a vocabulary has, without a flag. */
    @GraphKernel
    public static Gradients vocabulary(
            @TensorType("f32[n, k]") Tensor x, @TensorType("f32[4096, k]") Tensor w, @TensorType("i32[n]") Tensor labels) {
        var loss = valueAndGradient(() -> sparseLoss(x, w, labels), x, w);
        return new Gradients(loss.value(), loss.gradient()[0], loss.gradient()[1]);
    }

    /** The loss alone. */
    @GraphKernel(flags = "--enable_pass=row_chunking")
    public static Tensor value(
            @TensorType("f32[n, k]") Tensor x, @TensorType("f32[v, k]") Tensor w, @TensorType("i32[n]") Tensor labels) {
        return sparseLoss(x, w, labels);
    }

    @GraphKernel
    static Tensor smoothedLoss(
            @TensorType("f32[n, k]") Tensor x,
            @TensorType("f32[k, v]") Tensor w,
            @TensorType("f32[v]") Tensor bias,
            @TensorType("i32[n]") Tensor labels) {
        Tensor logarithms = logSoftmax(add(matMul(x, w), bias));
        return sub(mul(nllLoss(logarithms, labels), 0.9f), mul(reduceMean(logarithms), 0.1f));
    }

    /** Smoothed labels, with a bias and the other transposition. */
    @GraphKernel(flags = "--enable_pass=row_chunking")
    public static WithBias smoothed(
            @TensorType("f32[n, k]") Tensor x,
            @TensorType("f32[k, v]") Tensor w,
            @TensorType("f32[v]") Tensor bias,
            @TensorType("i32[n]") Tensor labels) {
        var loss = valueAndGradient(() -> smoothedLoss(x, w, bias, labels), x, w, bias);
        return new WithBias(loss.value(), loss.gradient()[0], loss.gradient()[1], loss.gradient()[2]);
    }

    @GraphKernel
    static Tensor weightedLoss(
            @TensorType("f32[n, k]") Tensor x,
            @TensorType("f32[v, k]") Tensor w,
            @TensorType("f32[v]") Tensor weights,
            @TensorType("i32[n]") Tensor labels) {
        return nllLoss(logSoftmax(matMul(x, w, false, true)), labels, weights);
    }

    /** Classes with weights, of which 0 ignores a class. */
    @GraphKernel(flags = "--enable_pass=row_chunking")
    public static Gradients weighted(
            @TensorType("f32[n, k]") Tensor x,
            @TensorType("f32[v, k]") Tensor w,
            @TensorType("f32[v]") Tensor weights,
            @TensorType("i32[n]") Tensor labels) {
        var loss = valueAndGradient(() -> weightedLoss(x, w, weights, labels), x, w);
        return new Gradients(loss.value(), loss.gradient()[0], loss.gradient()[1]);
    }

    @GraphKernel
    static Tensor ignoringLoss(
            @TensorType("f32[n, k]") Tensor x, @TensorType("f32[v, k]") Tensor w, @TensorType("i32[n]") Tensor labels) {
        return nllLoss(logSoftmax(matMul(x, w, false, true)), labels, Reduction.MEAN, 2);
    }

    /** Rows of one class, which do not count. */
    @GraphKernel(flags = "--enable_pass=row_chunking")
    public static Gradients ignoring(
            @TensorType("f32[n, k]") Tensor x, @TensorType("f32[v, k]") Tensor w, @TensorType("i32[n]") Tensor labels) {
        var loss = valueAndGradient(() -> ignoringLoss(x, w, labels), x, w);
        return new Gradients(loss.value(), loss.gradient()[0], loss.gradient()[1]);
    }

    @GraphKernel
    static Tensor squaredLoss(
            @TensorType("f32[n, k]") Tensor x, @TensorType("f32[v, k]") Tensor w, @TensorType("i32[n]") Tensor labels) {
        Tensor loss = sparseLoss(x, w, labels);
        return mul(loss, loss);
    }

    /** A gradient that depends on the loss of all rows, and stores its logits. */
    @GraphKernel(flags = "--enable_pass=row_chunking")
    public static Gradients squared(
            @TensorType("f32[n, k]") Tensor x, @TensorType("f32[v, k]") Tensor w, @TensorType("i32[n]") Tensor labels) {
        var loss = valueAndGradient(() -> squaredLoss(x, w, labels), x, w);
        return new Gradients(loss.value(), loss.gradient()[0], loss.gradient()[1]);
    }
}
