package io.graphkernel.runtime.internal.gradient;

import static io.graphkernel.runtime.Ops.conv2D;
import static io.graphkernel.runtime.Ops.narrow;
import static io.graphkernel.runtime.Ops.reshape;
import static io.graphkernel.runtime.Ops.reverse;
import static io.graphkernel.runtime.Ops.transpose;

import io.graphkernel.runtime.Tensor;

/**
 * The adjoints of a convolution, which are convolutions: that of the images slides the turned weights over the cotangent, that
 * of the weights slides the cotangent over the images, with strides and dilations exchanged (Dumoulin and Visin, A guide to
 * convolution arithmetic for deep learning, 2016). Images are [n, channels, height, width].
 */
final class ConvolutionGradient {

    /** The first axis of images and weights along which they are slid. */
    private static final int HEIGHT = 2;

    private static final long[] NO_PADS = {0, 0, 0, 0};

    private final Tensor images;
    private final Tensor weight;
    private final Tensor dy;
    private final long[] strides;
    private final long[] pads;
    private final long[] dilations;
    private final int groups;

    ConvolutionGradient(
            Tensor images, Tensor weight, Tensor dy, long[] strides, long[] pads, long[] dilations, int groups) {
        this.images = images;
        this.weight = weight;
        this.dy = dy;
        this.strides = strides;
        this.pads = pads;
        this.dilations = dilations;
        this.groups = groups;
    }

    /** Zeros between the elements of the cotangent are the strides, and around them what the windows reach beyond it. */
    Tensor ofImages() {
        Tensor framed = dy;
        for (int axis = 0; axis < 2; axis++) {
            framed = GradientOps.dilated(framed, HEIGHT + axis, strides[axis], distance(axis) + 1);
        }
        for (int axis = 0; axis < 2; axis++) {
            long whole = images.dimension(HEIGHT + axis) + covered(axis);
            framed = resized(framed, HEIGHT + axis, covered(axis) - pads[2 * axis], whole);
        }
        return conv2D(framed, turned(), new long[] {1, 1}, NO_PADS, dilations, groups);
    }

    /** The weights with inputs and outputs exchanged, upside down. */
    private Tensor turned() {
        long[] dims = weight.dimensions();
        long outputs = dims[0] / groups;
        Tensor exchanged = transpose(reshape(weight, groups, outputs, dims[1], dims[2], dims[3]), 0, 2, 1, 3, 4);
        return reverse(reshape(exchanged, groups * dims[1], outputs, dims[2], dims[3]), 2, 3);
    }

    /** Each channel of a group is an image here, and each image of the batch a channel. */
    Tensor ofWeights() {
        Tensor framed = images;
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

    /** Zeros before and after, or elements left out there, so that an axis has a size. */
    private static Tensor resized(Tensor x, int axis, long before, long size) {
        long after = size - x.dimension(axis) - before;
        Tensor framed = GradientOps.framed(x, axis, Math.max(before, 0), Math.max(after, 0));
        return framed.dimension(axis) == size ? framed : narrow(framed, axis, Math.max(-before, 0), size);
    }

    /** How far apart the first and the last element of a window are. */
    private long covered(int axis) {
        return (weight.dimension(HEIGHT + axis) - 1) * dilations[axis];
    }

    /** How far apart the first and the last window are. */
    private long distance(int axis) {
        return (dy.dimension(HEIGHT + axis) - 1) * strides[axis];
    }
}
