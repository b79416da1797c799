package io.graphkernel.conformance.oracle;

import static io.graphkernel.conformance.oracle.Elementwise.rsqrt;

import java.util.List;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;

/** Normalizations and their gradients, by their definitions over whole arrays. */
public final class Norms {

    private Norms() {}

    private static int[] from(int axis, NdArray x) {
        return IntStream.range(x.axis(axis), x.rank()).toArray();
    }

    private static int[] before(int axis, NdArray x) {
        return IntStream.range(0, x.axis(axis)).toArray();
    }

    private static NdArray sum(NdArray x, int[] axes, boolean keepDims, Scalar zero) {
        if (axes.length == 0) {
            return x;
        }
        return x.reduce(x.dtype(), axes, keepDims, line -> Reductions.sum(line, zero));
    }

    private static NdArray mean(NdArray x, int[] axes, Scalar zero) {
        return x.reduce(x.dtype(), axes, true, line -> Reductions.mean(line, zero));
    }

    private static NdArray combine(NdArray x, NdArray y, BinaryOperator<Scalar> function) {
        return x.zip(y, function);
    }

    private static NdArray times(NdArray x, NdArray y) {
        return combine(x, y, Scalar::times);
    }

    private static NdArray plus(NdArray x, NdArray y) {
        return combine(x, y, Scalar::plus);
    }

    private static NdArray minus(NdArray x, NdArray y) {
        return combine(x, y, Scalar::minus);
    }

    private static NdArray inverseRoot(NdArray variance, double epsilon) {
        return variance.map(v -> rsqrt(v.plus(v.number(epsilon))));
    }

    /** y, mean and variance over the axes from beginNorm on; the parameters have the shape of those from beginParams on. */
    public static List<NdArray> layerNorm(
            NdArray x, NdArray gamma, NdArray beta, double epsilon, int beginNorm, Scalar zero) {
        NdArray mean = mean(x, from(beginNorm, x), zero);
        NdArray centred = minus(x, mean);
        NdArray variance = mean(times(centred, centred), from(beginNorm, x), zero);
        NdArray y = plus(times(times(centred, inverseRoot(variance, epsilon)), gamma), beta);
        return List.of(y, mean, variance);
    }

    /**
     * With x̂ = (x - mean) · r, r = 1/√(variance + epsilon) and q = dy · gamma: dx = r · (q - mean(q) - x̂ · mean(q · x̂)),
     * dgamma = Σ dy · x̂ and dbeta = Σ dy.
     */
    public static List<NdArray> layerNormGrad(
            NdArray x,
            NdArray dy,
            NdArray variance,
            NdArray mean,
            NdArray gamma,
            double epsilon,
            int beginNorm,
            int beginParams,
            Scalar zero) {
        NdArray root = inverseRoot(variance, epsilon);
        NdArray normal = times(minus(x, mean), root);
        NdArray q = times(dy, gamma);
        int[] axes = from(beginNorm, x);
        NdArray projected = times(normal, mean(times(q, normal), axes, zero));
        NdArray dx = times(minus(minus(q, mean(q, axes, zero)), projected), root);
        int[] parameterAxes = before(beginParams, x);
        return List.of(dx, sum(times(dy, normal), parameterAxes, false, zero), sum(dy, parameterAxes, false, zero));
    }

    /** y = x · r · gamma with r = 1/√(mean(x²) + epsilon) over the last axis, and r. */
    public static List<NdArray> rmsNorm(NdArray x, NdArray gamma, double epsilon, Scalar zero) {
        NdArray root = inverseRoot(mean(times(x, x), new int[] {-1}, zero), epsilon);
        return List.of(times(times(x, root), gamma), root);
    }

    /** dx = r · (q - x̂ · mean(q · x̂)) with x̂ = x · r and q = dy · gamma; dgamma = Σ dy · x̂. */
    public static List<NdArray> rmsNormGrad(NdArray dy, NdArray x, NdArray root, NdArray gamma, Scalar zero) {
        NdArray normal = times(x, root);
        NdArray q = times(dy, gamma);
        NdArray projected = times(normal, mean(times(q, normal), new int[] {-1}, zero));
        NdArray dx = times(minus(q, projected), root);
        return List.of(dx, sum(times(dy, normal), before(-1, x), false, zero));
    }

    /** A parameter of one channel each, broadcast along axis 1. */
    public static NdArray channels(NdArray parameter, NdArray x) {
        int[] dims = IntStream.range(0, x.rank())
                .map(axis -> axis == 1 ? parameter.dims()[0] : 1)
                .toArray();
        return parameter.reshaped(dims);
    }

    private static int[] othersThanChannels(NdArray x) {
        return IntStream.range(0, x.rank()).filter(axis -> axis != 1).toArray();
    }

    public static NdArray batchNorm(
            NdArray x, NdArray scale, NdArray bias, NdArray mean, NdArray variance, double epsilon) {
        NdArray root = inverseRoot(channels(variance, x), epsilon);
        NdArray normal = times(minus(x, channels(mean, x)), root);
        return plus(times(normal, channels(scale, x)), channels(bias, x));
    }

    /** y, the batch's mean and biased variance of each channel, and the running mean and unbiased variance. */
    public static List<NdArray> batchNormTrain(
            NdArray x,
            NdArray scale,
            NdArray bias,
            NdArray runningMean,
            NdArray runningVariance,
            double momentum,
            double epsilon,
            Scalar zero) {
        int[] axes = othersThanChannels(x);
        NdArray mean = mean(x, axes, zero);
        NdArray centred = minus(x, mean);
        NdArray squares = times(centred, centred);
        NdArray variance = mean(squares, axes, zero);
        NdArray normal = times(centred, inverseRoot(variance, epsilon));
        NdArray y = plus(times(normal, channels(scale, x)), channels(bias, x));
        int channels = x.dims()[1];
        int others = Math.max(x.elements().length / channels - 1, 1);
        Scalar divisor = Real.exact(others, ((Real) zero).precision());
        NdArray unbiased = sum(squares, axes, false, zero).map(total -> total.over(divisor));
        return List.of(
                y,
                mean.reshaped(channels),
                variance.reshaped(channels),
                moved(runningMean, mean.reshaped(channels), momentum),
                moved(runningVariance, unbiased, momentum));
    }

    private static NdArray moved(NdArray running, NdArray current, double momentum) {
        return running.zip(current, (r, c) -> r.plus(r.number(momentum).times(c.minus(r))));
    }

    /** y, and the mean and variance of each group of channels as [n, groups, 1]. */
    public static List<NdArray> groupNorm(
            NdArray x, NdArray gamma, NdArray beta, int groups, double epsilon, Scalar zero) {
        int n = x.dims()[0];
        int[] axes = {2};
        int size = n == 0 ? 0 : x.elements().length / n / groups;
        NdArray grouped = x.reshaped(n, groups, size);
        NdArray mean = mean(grouped, axes, zero);
        NdArray centred = minus(grouped, mean);
        NdArray variance = mean(times(centred, centred), axes, zero);
        NdArray normal = times(centred, inverseRoot(variance, epsilon)).reshaped(x.dims());
        return List.of(plus(times(normal, channels(gamma, x)), channels(beta, x)), mean, variance);
    }

    /** y, and the mean and variance of each channel over the axes from 2 on, which are kept. */
    public static List<NdArray> instanceNorm(NdArray x, NdArray gamma, NdArray beta, double epsilon, Scalar zero) {
        NdArray mean = mean(x, from(2, x), zero);
        NdArray centred = minus(x, mean);
        NdArray variance = mean(times(centred, centred), from(2, x), zero);
        NdArray normal = times(centred, inverseRoot(variance, epsilon));
        return List.of(plus(times(normal, channels(gamma, x)), channels(beta, x)), mean, variance);
    }

    /** dx, dscale and dbias of the training form. */
    public static List<NdArray> batchNormGrad(
            NdArray dy, NdArray x, NdArray scale, NdArray mean, NdArray variance, double epsilon, Scalar zero) {
        NdArray root = inverseRoot(channels(variance, x), epsilon);
        NdArray normal = times(minus(x, channels(mean, x)), root);
        int[] axes = othersThanChannels(x);
        NdArray projected = times(normal, mean(times(dy, normal), axes, zero));
        NdArray inner = minus(minus(dy, mean(dy, axes, zero)), projected);
        NdArray dx = times(times(inner, root), channels(scale, x));
        return List.of(dx, sum(times(dy, normal), axes, false, zero), sum(dy, axes, false, zero));
    }
}
