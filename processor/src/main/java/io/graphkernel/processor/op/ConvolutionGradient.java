package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.TypeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The adjoints of a convolution, which are convolutions: that of the images slides the turned weights over the cotangent, that
 * of the weights slides the cotangent over the images, with strides and dilations exchanged (Dumoulin and Visin, A guide to
 * convolution arithmetic for deep learning, 2016).
 */
final class ConvolutionGradient {

    /** The first axis of images and weights along which they are slid. */
    private static final int HEIGHT = 2;

    private final GraphGradient ops;
    private final GraphBuilder graph;
    private final Origin origin;
    private final Attributes attributes;
    private final Node dy;
    private final Node images;
    private final Node weight;

    ConvolutionGradient(GraphGradient ops, GraphBuilder graph, Origin origin, Attributes attributes) {
        this.ops = ops;
        this.graph = graph;
        this.origin = origin;
        this.attributes = attributes;
        this.dy = ops.dy();
        this.images = ops.x();
        this.weight = ops.operand("weight");
    }

    /** Zeros between the elements of the cotangent are the strides, and around them what the windows reach beyond it. */
    Node ofImages() throws TypeException {
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

    /** The weights with inputs and outputs exchanged, upside down. */
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

    /** Each channel of a group is an image here, and each image of the batch a channel. */
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

    /** Zeros before, and zeros or less after, so that an axis has a size. */
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

    /** How far apart the first and the last element of a window are. */
    private Dim covered(int axis) {
        return size(weight, axis).minus(Dim.ONE).times(Dim.of(dilation(axis)));
    }

    /** How far apart the first and the last window are. */
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
