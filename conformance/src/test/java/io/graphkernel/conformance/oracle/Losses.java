package io.graphkernel.conformance.oracle;

import static io.graphkernel.conformance.oracle.Elementwise.exp;
import static io.graphkernel.conformance.oracle.Elementwise.real;

import io.graphkernel.runtime.DType;
import java.util.List;
import java.util.stream.IntStream;

/** Softmax, its gradients, and losses over whole arrays. */
public final class Losses {

    /** What becomes of the losses of the elements. */
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

    /** (x - Σ x · y) · y · z. */
    public static NdArray softmaxGradExt(NdArray x, NdArray y, NdArray z, int axis, Scalar zero) {
        NdArray total = lineSum(x.zip(y, Scalar::times), axis, zero);
        return x.zip(total, Scalar::minus).zip(y, Scalar::times).zip(z, Scalar::times);
    }

    /** The loss of each row, and the gradient softmax - label. */
    public static List<NdArray> softmaxCrossEntropy(NdArray logits, NdArray label, Scalar zero) {
        NdArray each =
                logSoftmax(logits, -1, zero).zip(label, (l, y) -> l.times(y).negated());
        NdArray loss = each.reduce(each.dtype(), new int[] {-1}, false, line -> Reductions.sum(line, zero));
        return List.of(loss, softmax(logits, -1, zero).zip(label, Scalar::minus));
    }

    /** The gradient of max (or min) with respect to both operands: all of it to x where they are equal. */
    public static List<NdArray> extremumGrad(NdArray x, NdArray y, NdArray dout, boolean larger, Scalar zero) {
        NdArray mask = x.zip(y, (a, b) -> Scalar.bool(a.isEqual(b) || (larger ? b.isLess(a) : a.isLess(b))));
        NdArray dx = mask.zip(dout, (m, d) -> ((Whole) m).value() == 1 ? d : zero);
        NdArray dy = mask.zip(dout, (m, d) -> ((Whole) m).value() == 1 ? zero : d);
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
