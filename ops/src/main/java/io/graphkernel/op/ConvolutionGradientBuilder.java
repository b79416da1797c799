package io.graphkernel.op;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.row.ViewKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Adjoints of a convolution, which are convolutions. The input gradient convolves the cotangent with the flipped
 * kernel. The kernel gradient convolves the input with the cotangent, with strides and dilations exchanged (Dumoulin
 * and Visin, A guide to convolution arithmetic for deep learning, 2016).
 */
final class ConvolutionGradientBuilder {

    /** First spatial axis of input and kernel. */
    private static final int HEIGHT = 2;

    private final GraphGradient ops;
    private final GraphBuilder graph;
    private final Origin origin;
    private final Attributes attributes;
    private final Node dy;
    private final Node images;
    private final Node weight;

    ConvolutionGradientBuilder(GraphGradient ops, GraphBuilder graph, Origin origin, Attributes attributes) {
        this.ops = ops;
        this.graph = graph;
        this.origin = origin;
        this.attributes = attributes;
        this.dy = ops.dy();
        this.images = ops.x();
        this.weight = ops.operand("weight");
    }

    /**
     * Returns the input gradient. Zeros between the elements of the cotangent implement strides; zeros around them
     * cover the part of the windows outside.
     */
    Node ofInput() throws TypeException {
        Node spread = dy;
        for (int axis = 0; axis < 2; axis++) {
            spread = ops.apart(
                    spread, HEIGHT + axis, stride(axis), distance(axis).plus(Dim.ONE));
        }
        Node framed = spread;
        for (int axis = 0; axis < 2; axis++) {
            Dim before = covered(axis).minus(Dim.of(padBefore(axis)));
            Dim whole = size(images, axis).plus(covered(axis));
            framed = resized(framed, HEIGHT + axis, before, whole);
        }
        return convolution(framed, turned(), 1, 1, dilation(0), dilation(1));
    }

    /** Returns the kernel, flipped and with input and output channels exchanged. */
    private Node turned() throws TypeException {
        Dim groups = Dim.of(attributes.integer(Attributes.GROUPS));
        List<Dim> dims = weight.shape().dims();
        Dim outputs = dims.get(0).exactQuotient(groups).orElse(dims.get(0).floorDiv(groups));
        Dim inputs = dims.get(1);
        Node apart = reshaped(weight, List.of(groups, outputs, inputs, dims.get(2), dims.get(3)));
        Node exchanged = transposed(apart, 0, 2, 1, 3, 4);
        Node joined = reshaped(exchanged, List.of(groups.times(inputs), outputs, dims.get(2), dims.get(3)));
        return node(ViewKind.REVERSE.op(), Attributes.NONE.with(Attributes.AXES, List.of(2L, 3L)), joined);
    }

    /** Each channel of a group takes the role of an image here, and each image of the batch that of a channel. */
    Node ofWeights() throws TypeException {
        Dim groups = Dim.of(attributes.integer(Attributes.GROUPS));
        Node framed = images;
        for (int axis = 0; axis < 2; axis++) {
            Dim whole = distance(axis).plus(covered(axis)).plus(Dim.ONE);
            framed = resized(framed, HEIGHT + axis, Dim.of(padBefore(axis)), whole);
        }
        List<Dim> dims = framed.shape().dims();
        Dim channels = weight.shape().dims().get(1);
        Node apart = reshaped(framed, List.of(dims.get(0), groups, channels, dims.get(2), dims.get(3)));
        Node exchanged = transposed(apart, 2, 1, 0, 3, 4);
        Node joined = reshaped(exchanged, List.of(channels, groups.times(dims.get(0)), dims.get(2), dims.get(3)));
        Node slid = convolution(joined, transposed(dy, 1, 0, 2, 3), dilation(0), dilation(1), stride(0), stride(1));
        return transposed(slid, 1, 0, 2, 3);
    }

    /** Pads or crops an axis to a size. */
    private Node resized(Node x, int axis, Dim before, Dim size) throws TypeException {
        Dim extent = x.shape().dims().get(axis);
        Dim first = before.max(Dim.ZERO);
        Dim last = size.minus(extent).minus(before).max(Dim.ZERO);
        Node framed = ops.framed(x, axis, first, last);
        Dim skipped = Dim.ZERO.minus(before).max(Dim.ZERO);
        Dim whole = framed.shape().dims().get(axis);
        Node cut = skipped.equals(Dim.ZERO) && whole.equals(size)
                ? framed
                : ops.narrow(framed, ops.axes(axis), GraphDims.known(skipped), GraphDims.known(size));
        List<Dim> dims = new ArrayList<>(cut.shape().dims());
        dims.set(axis, size);
        return reshaped(cut, dims);
    }

    private Node convolution(Node x, Node kernel, long strideDown, long strideRight, long down, long right)
            throws TypeException {
        Attributes own = attributes
                .with(Attributes.STRIDES, List.of(strideDown, strideRight))
                .with(Attributes.DILATIONS, List.of(down, right))
                .with(Attributes.PADS, List.of(0L, 0L, 0L, 0L));
        return graph.operation("Conv2D", List.of(x, kernel), own, "", origin);
    }

    /** Returns the distance between the first and the last element of a window. */
    private Dim covered(int axis) {
        return size(weight, axis).minus(Dim.ONE).times(Dim.of(dilation(axis)));
    }

    /** Returns the distance between the first and the last window. */
    private Dim distance(int axis) {
        return size(dy, axis).minus(Dim.ONE).times(Dim.of(stride(axis)));
    }

    private static Dim size(Node x, int axis) {
        return x.shape().dims().get(HEIGHT + axis);
    }

    private long stride(int axis) {
        return attributes.longs(Attributes.STRIDES).get(axis);
    }

    private long dilation(int axis) {
        return attributes.longs(Attributes.DILATIONS).get(axis);
    }

    private long padBefore(int axis) {
        return attributes.longs(Attributes.PADS).get(2 * axis);
    }

    private Node reshaped(Node x, List<Dim> dims) throws TypeException {
        return ops.reshape(x, GraphDims.known(dims));
    }

    private Node transposed(Node x, long... order) throws TypeException {
        List<Long> permutation = Arrays.stream(order).boxed().toList();
        return node(ViewKind.TRANSPOSE.op(), Attributes.NONE.with(Attributes.PERMUTATION, permutation), x);
    }

    private Node node(String op, Attributes own, Node x) throws TypeException {
        return graph.operation(op, List.of(x), own, "", origin);
    }
}
