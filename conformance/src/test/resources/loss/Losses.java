package losses;

import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/**
 * Losses, each with a kernel {@code …Gradients} that takes it inside: its first result is the loss, each other one the gradient
 * by the parameter of its name.
 */
public final class Losses {

    private Losses() {}

    public record OfW(Tensor value, Tensor w) {}

    @GraphKernel
    public static Tensor regression(
            @TensorType("f32[n, d]") Tensor x, @TensorType("f32[n]") Tensor y, @TensorType("f32[d]") Tensor w) {
        return reduceMean(square(sub(reduceSum(mul(x, w), -1), y)));
    }

    @GraphKernel
    public static OfW regressionGradients(
            @TensorType("f32[n, d]") Tensor x, @TensorType("f32[n]") Tensor y, @TensorType("f32[d]") Tensor w) {
        var result = valueAndGradient(() -> regression(x, y, w), w);
        return new OfW(result.value(), result.gradient());
    }

    public record Layers(Tensor w1, Tensor b1, Tensor w2, Tensor b2) {}

    public record OfLayers(Tensor value, Tensor w1, Tensor b1, Tensor w2, Tensor b2) {}

    @GraphKernel
    public static Tensor classifier(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[n, c]") Tensor t,
            @TensorType("f32[d, h]") Tensor w1,
            @TensorType("f32[h]") Tensor b1,
            @TensorType("f32[h, c]") Tensor w2,
            @TensorType("f32[c]") Tensor b2) {
        Tensor hidden = tanh(add(matMul(x, w1), b1));
        return neg(reduceMean(reduceSum(mul(t, logSoftmax(add(matMul(hidden, w2), b2), -1)), -1)));
    }

    /** With respect to the tensors of a record. */
    @GraphKernel
    public static OfLayers classifierGradients(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[n, c]") Tensor t,
            @TensorType("f32[d, h]") Tensor w1,
            @TensorType("f32[h]") Tensor b1,
            @TensorType("f32[h, c]") Tensor w2,
            @TensorType("f32[c]") Tensor b2) {
        Layers layers = new Layers(w1, b1, w2, b2);
        var result = valueAndGradient(() -> classifier(x, t, layers.w1(), layers.b1(), layers.w2(), layers.b2()), layers);
        Layers gradient = result.gradient();
        return new OfLayers(result.value(), gradient.w1(), gradient.b1(), gradient.w2(), gradient.b2());
    }

    /** A record of weights. */
    public record Weights(@TensorType("f32[d, h]") Tensor w, @TensorType("f32[h]") Tensor b) {}

    public record OfWeights(Tensor value, Tensor w, Tensor b) {}

    @GraphKernel
    public static Tensor layer(@TensorType("f32[n, d]") Tensor x, Weights weights) {
        return reduceMean(square(geLU(add(matMul(x, weights.w()), weights.b()))));
    }

    @GraphKernel
    public static OfWeights layerGradients(@TensorType("f32[n, d]") Tensor x, Weights weights) {
        var result = valueAndGradient(() -> layer(x, weights), weights);
        return new OfWeights(result.value(), result.gradient().w(), result.gradient().b());
    }

    public record OfNorm(Tensor value, Tensor x, Tensor gamma, Tensor beta) {}

    @GraphKernel
    public static Tensor norm(
            @TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor gamma, @TensorType("f32[d]") Tensor beta) {
        Tensor centred = sub(x, reduceMean(x, -1, KEEP_DIMS));
        Tensor variance = reduceMean(square(centred), -1, KEEP_DIMS);
        Tensor y = add(mul(mul(centred, rsqrt(add(variance, 1e-5f))), gamma), beta);
        return reduceSum(mul(sin(y), y));
    }

    /** Block with several tensors. */
    @GraphKernel
    public static OfNorm normGradients(
            @TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor gamma, @TensorType("f32[d]") Tensor beta) {
        var result = valueAndGradient(
                () -> {
                    Tensor loss = norm(x, gamma, beta);
                    return loss;
                },
                x,
                gamma,
                beta);
        Tensor[] gradients = result.gradient();
        return new OfNorm(result.value(), gradients[0], gradients[1], gradients[2]);
    }

    public record OfBoth(Tensor value, Tensor x, Tensor w) {}

    /** Operands that are broadcast, in rows and in columns. */
    @GraphKernel
    public static Tensor broadcast(@TensorType("f32[n, 1]") Tensor x, @TensorType("f32[1, d]") Tensor w) {
        return reduceMean(exp(mul(x, w)));
    }

    @GraphKernel
    public static OfBoth broadcastGradients(@TensorType("f32[n, 1]") Tensor x, @TensorType("f32[1, d]") Tensor w) {
        var result = valueAndGradient(() -> broadcast(x, w), x, w);
        return new OfBoth(result.value(), result.gradient()[0], result.gradient()[1]);
    }

    /** The branch that is not taken is NaN. */
    @GraphKernel
    public static Tensor choice(@TensorType("f32[n]") Tensor w) {
        return reduceSum(select(greater(w, 0), sqrt(w), mul(w, 2)));
    }

    @GraphKernel
    public static OfW choiceGradients(@TensorType("f32[n]") Tensor w) {
        var result = valueAndGradient(() -> choice(w), w);
        return new OfW(result.value(), result.gradient());
    }

    /** Of a tensor of one element, which is not a number. */
    @GraphKernel
    public static Tensor kept(@TensorType("f32[n, d]") Tensor w) {
        return reduceSum(mul(exp(w), w), axes(), KEEP_DIMS);
    }

    @GraphKernel
    public static OfW keptGradients(@TensorType("f32[n, d]") Tensor w) {
        var result = valueAndGradient(() -> kept(w), w);
        return new OfW(reshape(result.value()), result.gradient());
    }

    public record OfParts(Tensor value, Tensor x, Tensor w) {}

    /** Of rows that indices name, some of them twice, cut and joined. */
    @GraphKernel
    public static Tensor embedding(@TensorType("f32[6, 4]") Tensor x, @TensorType("f32[3, 2]") Tensor w) {
        Tensor rows = gather(x, cast(abs(mul(floor(reshape(w, 6)), 2)), DType.I64), 0);
        Tensor[] halves = split(rows, 2, -1);
        return reduceSum(mul(softmax(concat(0, halves[0], w), -1), exp(concat(0, halves[1], w))));
    }

    @GraphKernel
    public static OfParts embeddingGradients(@TensorType("f32[6, 4]") Tensor x, @TensorType("f32[3, 2]") Tensor w) {
        var result = valueAndGradient(() -> embedding(x, w), x, w);
        return new OfParts(result.value(), result.gradient()[0], result.gradient()[1]);
    }

    public record Trained(Tensor value, Tensor gradient) {}

    /** Forward, backward and update in one plan. */
    @GraphKernel
    public static Trained step(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[n]") Tensor y,
            @TensorType("f32[d]") Tensor w,
            float rate) {
        var result = valueAndGradient(() -> regression(x, y, w), w);
        assign(w, sub(w, mul(result.gradient(), rate)));
        return new Trained(result.value(), result.gradient());
    }

    public record OfStopped(Tensor stopped, Tensor whole) {}

    /** The gradients of (c w)² with c = w as a constant, and of w⁴. */
    @GraphKernel
    public static OfStopped stopped(@TensorType("f32[n]") Tensor w) {
        return new OfStopped(
                gradient(() -> reduceSum(square(mul(stopGradient(w), w))), w),
                gradient(() -> reduceSum(square(mul(w, w))), w));
    }

    /** The second derivative of w⁴. */
    @GraphKernel
    public static Tensor second(@TensorType("f32[n]") Tensor w) {
        return gradient(() -> reduceSum(gradient(() -> reduceSum(square(mul(w, w))), w)), w);
    }
}
