package io.graphkernel.conformance.oracle;

import static io.graphkernel.conformance.oracle.Elementwise.exp;
import static io.graphkernel.conformance.oracle.Elementwise.real;

import io.graphkernel.runtime.DType;
import java.util.List;
import java.util.stream.IntStream;

/** Softmax, its gradients, and losses over whole arrays. */
public final class Losses {

    /** Reduction of the losses of the elements. */
    public enum Reduction {
        NONE,
        SUM,
        MEAN
    }

    private Losses() {}

    public static NdArray reduced(NdArray loss, Reduction reduction, Scalar zero) {
        return switch (reduction) {
            case NONE -> loss;
            case SUM -> loss.reduce(loss.dtype(), new int[0], false, line -> Reductions.sum(line, zero));
            case MEAN -> loss.reduce(loss.dtype(), new int[0], false, line -> Reductions.mean(line, zero));
        };
    }

    public static NdArray softmax(NdArray x, int axis, Scalar zero) {
        return x.mapLines(new int[] {axis}, line -> Reductions.softmax(line, zero));
    }

    public static NdArray logSoftmax(NdArray x, int axis, Scalar zero) {
        return x.mapLines(new int[] {axis}, line -> Reductions.logSoftmax(line, zero));
    }

    private static NdArray lineSum(NdArray x, int axis, Scalar zero) {
        return x.reduce(x.dtype(), new int[] {axis}, true, line -> Reductions.sum(line, zero));
    }

    /** dy - e^y · Σ dy. */
    public static NdArray logSoftmaxGrad(NdArray y, NdArray dy, int axis, Scalar zero) {
        NdArray share = y.map(Elementwise::exp).zip(lineSum(dy, axis, zero), Scalar::times);
        return dy.zip(share, Scalar::minus);
    }

    /** y · (dy - Σ dy · y). */
    public static NdArray softmaxGrad(NdArray dy, NdArray y, int axis, Scalar zero) {
        NdArray total = lineSum(dy.zip(y, Scalar::times), axis, zero);
        return dy.zip(total, Scalar::minus).zip(y, Scalar::times);
    }

    /** x / √ max(Σ x², epsilon). */
    public static NdArray l2Normalize(NdArray x, int axis, double epsilon, Scalar zero) {
        NdArray total = lineSum(x.map(Scalar::squared), axis, zero);
        return x.zip(total.map(t -> Elementwise.sqrt(t.max(t.number(epsilon)))), Scalar::over);
    }

    /** Σ x · y / max(√ Σ x² · √ Σ y², epsilon). */
    public static NdArray cosineSimilarity(NdArray x, NdArray y, int axis, double epsilon, Scalar zero) {
        int[] axes = {axis};
        NdArray product = x.zip(y, Scalar::times).reduce(x.dtype(), axes, false, line -> Reductions.sum(line, zero));
        NdArray left = x.reduce(x.dtype(), axes, false, line -> Reductions.norm(line, zero));
        NdArray right = y.reduce(x.dtype(), axes, false, line -> Reductions.norm(line, zero));
        NdArray norms = left.zip(right, (a, b) -> a.times(b).max(a.number(epsilon)));
        return product.zip(norms, Scalar::over);
    }

    /** -logits[label] · weight[label] of each row; a mean divides by the sum of the weights. */
    public static NdArray negativeLogLikelihood(
            NdArray logits, NdArray labels, NdArray weight, int ignored, Reduction reduction, Scalar zero) {
        NdArray weights = NdArray.generate(
                logits.dtype(), labels.dims(), p -> index(labels, p) == ignored ? zero : weight.at(index(labels, p)));
        NdArray losses = NdArray.generate(logits.dtype(), labels.dims(), p -> {
            if (index(labels, p) == ignored) {
                return zero;
            }
            Scalar chosen = logits.at(p[0], index(labels, p));
            return chosen.negated().times(weights.at(p));
        });
        if (reduction != Reduction.MEAN) {
            return reduced(losses, reduction, zero);
        }
        return reduced(losses, Reduction.SUM, zero).zip(reduced(weights, Reduction.SUM, zero), Scalar::over);
    }

    /** The loss of rows with one true class each, by smoothed labels; rows with the ignored label do not count. */
    public static NdArray crossEntropy(
            NdArray logits,
            NdArray labels,
            NdArray weight,
            double smoothing,
            int ignored,
            Reduction reduction,
            Scalar zero) {
        NdArray logarithms = logSoftmax(logits, -1, zero);
        int classes = logits.dims()[1];
        Scalar share = zero.number(smoothing);
        NdArray weights = NdArray.generate(
                logits.dtype(), labels.dims(), p -> index(labels, p) == ignored ? zero : weight.at(index(labels, p)));
        NdArray losses = NdArray.generate(logits.dtype(), labels.dims(), p -> {
            if (index(labels, p) == ignored) {
                return zero;
            }
            Scalar[] terms = new Scalar[classes];
            for (int i = 0; i < classes; i++) {
                terms[i] = logarithms.at(p[0], i).times(weight.at(i));
            }
            Scalar even = Reductions.sum(terms, zero).times(share).over(zero.number(classes));
            Scalar own = terms[index(labels, p)].times(zero.number(1).minus(share));
            return own.plus(even).negated();
        });
        return reduction == Reduction.MEAN
                ? reduced(losses, Reduction.SUM, zero).zip(reduced(weights, Reduction.SUM, zero), Scalar::over)
                : reduced(losses, reduction, zero);
    }

    private static int index(NdArray labels, int... position) {
        return (int) ((IntegerScalar) labels.at(position)).value();
    }

    /** The loss of rows with one true class each, reduced, and its gradient. */
    public static List<NdArray> sparseCrossEntropy(
            NdArray logits, NdArray labels, int ignored, Reduction reduction, Scalar zero) {
        NdArray logarithms = logSoftmax(logits, -1, zero);
        NdArray losses = NdArray.generate(
                logits.dtype(),
                labels.dims(),
                p -> index(labels, p) == ignored
                        ? zero
                        : logarithms.at(p[0], index(labels, p)).negated());
        NdArray softmax = softmax(logits, -1, zero);
        long count = IntStream.range(0, labels.dims()[0])
                .filter(row -> index(labels, row) != ignored)
                .count();
        Scalar rows = Real.exact(count, ((Real) zero).precision());
        NdArray gradient = NdArray.generate(logits.dtype(), logits.dims(), p -> {
            if (index(labels, p[0]) == ignored) {
                return zero;
            }
            Scalar hit = index(labels, p[0]) == p[1] ? zero.number(1) : zero;
            Scalar difference = softmax.at(p).minus(hit);
            return reduction == Reduction.MEAN ? difference.over(rows) : difference;
        });
        NdArray loss = reduction == Reduction.MEAN
                ? reduced(losses, Reduction.SUM, zero).map(sum -> sum.over(rows))
                : reduced(losses, reduction, zero);
        return List.of(loss, gradient);
    }

    /** (x - Σ x · y) · y · z. */
    public static NdArray softmaxGradExt(NdArray x, NdArray y, NdArray z, int axis, Scalar zero) {
        NdArray total = lineSum(x.zip(y, Scalar::times), axis, zero);
        return x.zip(total, Scalar::minus).zip(y, Scalar::times).zip(z, Scalar::times);
    }

    /** The loss of each row, and the gradient softmax - label. */
    public static List<NdArray> softmaxCrossEntropy(NdArray logits, NdArray label, Scalar zero) {
        NdArray perElement =
                logSoftmax(logits, -1, zero).zip(label, (l, y) -> l.times(y).negated());
        NdArray loss = perElement.reduce(perElement.dtype(), new int[] {-1}, false, line -> Reductions.sum(line, zero));
        return List.of(loss, softmax(logits, -1, zero).zip(label, Scalar::minus));
    }

    /** The gradient of max (or min) with respect to both operands: all of it to x where they are equal. */
    public static List<NdArray> extremumGrad(NdArray x, NdArray y, NdArray dout, boolean larger, Scalar zero) {
        NdArray mask = x.zip(y, (a, b) -> Scalar.bool(a.isEqual(b) || (larger ? b.isLess(a) : a.isLess(b))));
        NdArray dx = mask.zip(dout, (m, d) -> ((IntegerScalar) m).value() == 1 ? d : zero);
        NdArray dy = mask.zip(dout, (m, d) -> ((IntegerScalar) m).value() == 1 ? zero : d);
        return List.of(
                reducedTo(x.dims(), ofDtype(dx, dout.dtype()), zero),
                reducedTo(y.dims(), ofDtype(dy, dout.dtype()), zero));
    }

    private static NdArray ofDtype(NdArray x, DType dtype) {
        return new NdArray(dtype, x.dims(), x.elements());
    }

    /** Sums over the axes along which a shape was broadcast. */
    public static NdArray reducedTo(int[] dims, NdArray x, Scalar zero) {
        int missing = x.rank() - dims.length;
        int[] axes = IntStream.range(0, x.rank())
                .filter(i -> i < missing || dims[i - missing] == 1 && x.dims()[i] != 1)
                .toArray();
        if (axes.length == 0) {
            return x.reshaped(dims);
        }
        return x.reduce(x.dtype(), axes, true, line -> Reductions.sum(line, zero))
                .reshaped(dims);
    }

    /** Σ over all but the channels, which are axis 1, or the last one. */
    public static NdArray biasAddGrad(NdArray dy, boolean channelsLast, Scalar zero) {
        int channel = channelsLast || dy.rank() == 2 ? dy.rank() - 1 : 1;
        int[] axes = IntStream.range(0, dy.rank()).filter(i -> i != channel).toArray();
        return dy.reduce(dy.dtype(), axes, false, line -> Reductions.sum(line, zero));
    }

    public static NdArray biasAdd(NdArray x, NdArray bias, boolean channelsLast) {
        int channel = channelsLast || x.rank() == 2 ? x.rank() - 1 : 1;
        int[] dims = IntStream.range(0, x.rank())
                .map(i -> i == channel ? bias.dims()[0] : 1)
                .toArray();
        return x.zip(bias.reshaped(dims), Scalar::plus);
    }

    /** e^x, summed over an axis, its logarithm: stable. */
    public static Scalar logSumExp(Scalar[] line, Scalar zero) {
        Scalar largest = Reductions.max(line, zero);
        Scalar[] exponentials = java.util.stream.Stream.of(line)
                .map(x -> (Scalar) exp(x.minus(largest)))
                .toArray(Scalar[]::new);
        return real(Elementwise.log(Reductions.sum(exponentials, zero))).plus(largest);
    }
}
