package io.graphkernel.runtime.internal.gradient;

import static io.graphkernel.runtime.Ops.conv2D;
import static io.graphkernel.runtime.Ops.narrow;
import static io.graphkernel.runtime.Ops.reshape;
import static io.graphkernel.runtime.Ops.reverse;
import static io.graphkernel.runtime.Ops.transpose;

import io.graphkernel.runtime.Tensor;

/**
 * The adjoints of a convolution, which are convolutions themselves (Dumoulin and Visin, A guide to convolution
 * arithmetic for deep learning, 2016).
 *
 * <p>The adjoint of the input convolves the cotangent with the flipped kernel. The adjoint of the weights convolves the
 * input with the cotangent, with strides and dilations exchanged. Tensors are in NCHW order.
 */
final class ConvolutionGradient {

    /** The first spatial axis of input and weights. */
    private static final int HEIGHT = 2;

    private static final long[] NO_PADS = {0, 0, 0, 0};

    private final Tensor input;
    private final Tensor weight;
    private final Tensor dy;
    private final long[] strides;
    private final long[] pads;
    private final long[] dilations;
    private final int groups;

    ConvolutionGradient(
            Tensor input, Tensor weight, Tensor dy, long[] strides, long[] pads, long[] dilations, int groups) {
        this.input = input;
        this.weight = weight;
        this.dy = dy;
        this.strides = strides;
        this.pads = pads;
        this.dilations = dilations;
        this.groups = groups;
    }

    /** The cotangent is dilated by the strides, and padded by the extent of the windows beyond it. */
    Tensor ofInput() {
        Tensor framed = dy;
        for (int axis = 0; axis < 2; axis++) {
            framed = GradientOps.dilated(framed, HEIGHT + axis, strides[axis], distance(axis) + 1);
        }
        for (int axis = 0; axis < 2; axis++) {
            long whole = input.dimension(HEIGHT + axis) + covered(axis);
            framed = resized(framed, HEIGHT + axis, covered(axis) - pads[2 * axis], whole);
        }
        return conv2D(framed, flipped(), new long[] {1, 1}, NO_PADS, dilations, groups);
    }

    /** Returns the weights with input and output channels exchanged and both spatial axes flipped. */
    private Tensor flipped() {
        long[] dims = weight.dimensions();
        long outputs = dims[0] / groups;
        Tensor exchanged = transpose(reshape(weight, groups, outputs, dims[1], dims[2], dims[3]), 0, 2, 1, 3, 4);
        return reverse(reshape(exchanged, groups * dims[1], outputs, dims[2], dims[3]), 2, 3);
    }

    /** Batch and channel axes are exchanged: channels of a group become the batch, batch items become channels. */
    @SuppressWarnings("ArgumentSelectionDefectChecker") // Strides and dilations are exchanged in this gradient.
    Tensor ofWeights() {
        Tensor framed = input;
        for (int axis = 0; axis < 2; axis++) {
            long whole = distance(axis) + covered(axis) + 1;
            framed = resized(framed, HEIGHT + axis, pads[2 * axis], whole);
        }
        long[] dims = framed.dimensions();
        long channels = weight.dimension(1);
        Tensor exchanged = transpose(reshape(framed, dims[0], groups, channels, dims[2], dims[3]), 2, 1, 0, 3, 4);
        Tensor joined = reshape(exchanged, channels, groups * dims[0], dims[2], dims[3]);
        return transpose(conv2D(joined, transpose(dy, 1, 0, 2, 3), dilations, NO_PADS, strides, groups), 1, 0, 2, 3);
    }

    /** Pads with zeros or crops on both sides so that an axis has a given size. */
    private static Tensor resized(Tensor x, int axis, long before, long size) {
        long after = size - x.dimension(axis) - before;
        Tensor framed = GradientOps.framed(x, axis, Math.max(before, 0), Math.max(after, 0));
        return framed.dimension(axis) == size ? framed : narrow(framed, axis, Math.max(-before, 0), size);
    }

    /** Returns the distance between the first and the last element of a window. */
    private long covered(int axis) {
        return (weight.dimension(HEIGHT + axis) - 1) * dilations[axis];
    }

    /** Returns the distance between the first and the last window. */
    private long distance(int axis) {
        return (dy.dimension(HEIGHT + axis) - 1) * strides[axis];
    }
}
