package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.processor.onnx.block.PoolingWindow;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.ArrayList;
import java.util.List;

/**
 * Convolutions with one or three spatial axes, lowered to two: a 1-D input is an image with one row, and a 3-D
 * convolution is a sum of 2-D convolutions.
 */
final class Convolutions {

    private Convolutions() {}

    static Node of(OnnxCall call, Node x, Node weight, PoolingWindow window, long groups)
            throws TypeException, UnsupportedNodeException {
        return switch (window.sizes().size()) {
            case 1 -> line(call, x, weight, window, groups);
            case 2 -> image(call, x, weight, window, groups, 0);
            case 3 -> body(call, x, weight, window, groups);
            default ->
                throw new UnsupportedNodeException(
                        "its images have " + window.sizes().size() + " axes");
        };
    }

    /** Returns the spatial axes of a window from one on. */
    private static Node image(OnnxCall call, Node x, Node weight, PoolingWindow window, long groups, int from)
            throws TypeException {
        List<Long> pads = List.of(
                window.before().get(from),
                window.after().get(from),
                window.before().get(from + 1),
                window.after().get(from + 1));
        return convolution(
                call,
                x,
                weight,
                window.strides().subList(from, from + 2),
                pads,
                window.dilations().subList(from, from + 2),
                groups);
    }

    private static Node convolution(
            OnnxCall call, Node x, Node weight, List<Long> strides, List<Long> pads, List<Long> dilations, long groups)
            throws TypeException {
        return call.op(
                "Conv2D",
                Attributes.NONE
                        .with(Attributes.STRIDES, strides)
                        .with(Attributes.PADS, pads)
                        .with(Attributes.DILATIONS, dilations)
                        .with(Attributes.GROUPS, groups),
                x,
                weight);
    }

    private static Node line(OnnxCall call, Node x, Node weight, PoolingWindow window, long groups)
            throws TypeException {
        Node y = convolution(
                call,
                call.reshaped(x, with(x, 2, Dim.ONE)),
                call.reshaped(weight, with(weight, 2, Dim.ONE)),
                List.of(1L, window.strides().get(0)),
                List.of(0L, 0L, window.before().get(0), window.after().get(0)),
                List.of(1L, window.dilations().get(0)),
                groups);
        List<Dim> dims = new ArrayList<>(y.shape().dims());
        dims.remove(2);
        return call.reshaped(y, dims);
    }

    private static List<Dim> with(Node x, int axis, Dim dim) {
        List<Dim> dims = new ArrayList<>(x.shape().dims());
        dims.add(axis, dim);
        return dims;
    }

    private static Node body(OnnxCall call, Node x, Node weight, PoolingWindow window, long groups)
            throws TypeException, UnsupportedNodeException {
        if (window.sizes().get(0) > WindowRules.MAX_PLACES) {
            throw new UnsupportedNodeException("its weights are " + window.sizes());
        }
        Node framed = call.framed(
                x, call.number(0, x), 2, window.before().get(0), window.after().get(0));
        long stride = window.strides().get(0);
        Dim span = window.counts().get(0).minus(Dim.ONE).times(Dim.of(stride)).plus(Dim.ONE);
        Node sum = null;
        for (long i = 0; i < window.sizes().get(0); i++) {
            Dim begin = Dim.of(i * window.dilations().get(0));
            Node slice = call.narrowed(framed, 2, begin, begin.plus(span), stride);
            Node weights = call.narrowed(weight, 2, Dim.of(i), Dim.of(i + 1), 1);
            List<Dim> kernel = new ArrayList<>(weights.shape().dims());
            kernel.remove(2);
            Node y = images(call, slice, call.reshaped(weights, kernel), window, groups);
            sum = sum == null ? y : call.ops().add(sum, y);
        }
        return sum;
    }

    /** Returns the 2-D slices of a 3-D input, each convolved separately. */
    private static Node images(OnnxCall call, Node x, Node weight, PoolingWindow window, long groups)
            throws TypeException {
        List<Dim> dims = x.shape().dims();
        Node images = call.transposed(x, List.of(0L, 2L, 1L, 3L, 4L));
        Node flat =
                call.reshaped(images, List.of(dims.get(0).times(dims.get(2)), dims.get(1), dims.get(3), dims.get(4)));
        Node y = image(call, flat, weight, window, groups, 1);
        List<Dim> outputDims = y.shape().dims();
        Node apart = call.reshaped(
                y, List.of(dims.get(0), dims.get(2), outputDims.get(1), outputDims.get(2), outputDims.get(3)));
        return call.transposed(apart, List.of(0L, 2L, 1L, 3L, 4L));
    }
}
