package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.processor.onnx.block.PoolingWindow;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Rule of transposed convolutions. Result elements with the same remainder modulo the stride form a phase, which is a
 * convolution of the input by a subset of the weights, reversed. One convolution computes all phases as channels, which
 * are then interleaved, so that no inserted zeros are multiplied.
 */
final class TransposedConvolution {

    private TransposedConvolution() {}

    static Node build(OnnxCall call) throws TypeException, UnsupportedNodeException {
        List<Dim> image = WindowRules.image(call);
        int axes = image.size();
        Node weight = call.in(1);
        List<Long> sizes = new ArrayList<>();
        int rank = weight.shape().rank();
        for (Dim size : weight.shape().dims().subList(Math.min(2, rank), rank)) {
            if (!(size instanceof Dim.Constant constant)) {
                throw new UnsupportedNodeException("the size of its weights, " + size + ", is not known");
            }
            sizes.add(constant.size());
        }
        if (sizes.size() != axes || !call.integers("kernel_shape", sizes).equals(sizes)) {
            throw new UnsupportedNodeException("its kernel_shape is not that of its weights, " + sizes);
        }
        long groups = call.integer("group", 1);
        if (groups < 1) {
            throw new UnsupportedNodeException("its group is " + groups);
        }
        List<Long> strides = PoolingWindow.perAxis(call, "strides", axes, 1);
        List<Long> dilations = PoolingWindow.perAxis(call, "dilations", axes, 1);
        List<Long> further = PoolingWindow.perAxis(call, "output_padding", axes, 0);
        List<Long> pads = pads(call, image, sizes, strides, dilations, further);
        List<Axis> along = new ArrayList<>();
        for (int i = 0; i < axes; i++) {
            along.add(new Axis(sizes.get(i), strides.get(i), dilations.get(i)));
        }
        Node y = Convolutions.of(call, call.in(0), phases(call, weight, along, groups), window(image, along), groups);
        y = joined(call, y, weight.shape().dims().get(1).times(Dim.of(groups)), along);
        for (int i = 0; i < axes; i++) {
            long before = -pads.get(i);
            long after = further.get(i) - pads.get(axes + i) - along.get(i).surplus();
            y = resized(call, y, i + 2, before, after);
        }
        return WindowRules.biased(call, y);
    }

    /**
     * Spatial axis. Element f of the result is the sum of x[i] w[k] with f = i stride + k dilation. The elements f = q
     * stride + r of a phase r are a convolution of x by every stride-th weight from r on, reversed.
     *
     * @param size size of the weights
     * @param stride distance in the result between elements of the input
     * @param dilation distance in the result between weights
     */
    private record Axis(long size, long stride, long dilation) {

        /** Returns the number of result elements that one element of the image contributes to. */
        long covered() {
            return (size - 1) * dilation + 1;
        }

        /** Returns the number of weights of a phase. */
        long weights() {
            return stride == 1 ? size : (covered() + stride - 1) / stride;
        }

        /** Returns the distance between adjacent elements. */
        long apart() {
            return stride == 1 ? dilation : 1;
        }

        /** Returns the number of phase elements past the result. */
        long surplus() {
            return stride == 1 ? 0 : weights() * stride - covered();
        }
    }

    private static PoolingWindow window(List<Dim> image, List<Axis> along) {
        List<Long> ones = Collections.nCopies(along.size(), 1L);
        List<Long> pads = new ArrayList<>();
        List<Dim> counts = new ArrayList<>();
        for (int i = 0; i < along.size(); i++) {
            long reach = (along.get(i).weights() - 1) * along.get(i).apart();
            pads.add(reach);
            counts.add(image.get(i).plus(Dim.of(reach)));
        }
        return new PoolingWindow(
                along.stream().map(Axis::weights).toList(),
                ones,
                along.stream().map(Axis::apart).toList(),
                pads,
                pads,
                counts,
                Collections.nCopies(along.size(), 0L));
    }

    /**
     * Converts weights [inputs, outputs of a group, …] to those of a convolution, [outputs and their phases, inputs of
     * a group, …], reversed.
     */
    private static Node phases(OnnxCall call, Node weight, List<Axis> along, long groups)
            throws TypeException, UnsupportedNodeException {
        Node w = weight;
        for (int i = 0; i < along.size(); i++) {
            Axis axis = along.get(i);
            if (axis.stride() > 1) {
                w = resized(call, apart(call, w, i + 2, axis.dilation()), i + 2, 0, axis.surplus());
                w = outside(call, w, i + 2, axis);
            }
        }
        List<Long> reversed = LongStream.range(0, along.size())
                .filter(i -> along.get((int) i).weights() > 1)
                .map(i -> i + 2)
                .boxed()
                .toList();
        if (!reversed.isEmpty()) {
            w = call.op("Reverse", Attributes.NONE.with(Attributes.AXES, reversed), w);
        }
        List<Dim> dims = w.shape().dims();
        Dim count = Dim.of(groups);
        Dim inputs = dims.get(0).floorDiv(count);
        List<Dim> split = new ArrayList<>(List.of(count, inputs));
        split.addAll(dims.subList(1, dims.size()));
        List<Long> order = new ArrayList<>(List.of(0L, 2L, 1L));
        LongStream.range(3, split.size()).forEach(order::add);
        List<Dim> outputDims = new ArrayList<>(List.of(dims.get(1).times(count), inputs));
        outputDims.addAll(dims.subList(2, dims.size()));
        return call.reshaped(call.transposed(call.reshaped(w, split), order), outputDims);
    }

    /** Moves the phases of an axis of the weights to output channels. */
    private static Node outside(OnnxCall call, Node w, int axis, Axis along) throws TypeException {
        List<Dim> split = new ArrayList<>(w.shape().dims());
        split.set(axis, Dim.of(along.weights()));
        split.add(axis + 1, Dim.of(along.stride()));
        List<Long> order = new ArrayList<>();
        LongStream.range(0, split.size()).filter(i -> i != axis + 1).forEach(order::add);
        order.add(2, axis + 1L);
        List<Dim> outputDims = new ArrayList<>(w.shape().dims());
        outputDims.set(1, outputDims.get(1).times(Dim.of(along.stride())));
        outputDims.set(axis, Dim.of(along.weights()));
        return call.reshaped(call.transposed(call.reshaped(w, split), order), outputDims);
    }

    /** Interleaves the phases from channels into the spatial axes. */
    private static Node joined(OnnxCall call, Node y, Dim channels, List<Axis> along) throws TypeException {
        List<Dim> dims = y.shape().dims();
        List<Dim> split = new ArrayList<>(List.of(dims.get(0), channels));
        List<Long> order = new ArrayList<>(List.of(0L, 1L));
        List<Dim> outputDims = new ArrayList<>(split);
        for (int i = 0; i < along.size(); i++) {
            Dim stride = Dim.of(along.get(i).stride());
            split.add(stride);
            order.add(2L + along.size() + i);
            order.add(2L + i);
            outputDims.add(dims.get(i + 2).times(stride));
        }
        if (along.stream().allMatch(axis -> axis.stride() == 1)) {
            return y;
        }
        split.addAll(dims.subList(2, dims.size()));
        return call.reshaped(call.transposed(call.reshaped(y, split), order), outputDims);
    }

    /** Pads an axis with zeros, or crops it where the padding is negative. */
    private static Node resized(OnnxCall call, Node x, int axis, long before, long after) throws TypeException {
        Node y = x;
        if (before > 0 || after > 0) {
            y = call.framed(y, call.number(0, y), axis, Math.max(0, before), Math.max(0, after));
        }
        return call.cut(y, axis, before, after);
    }

    private static List<Long> pads(
            OnnxCall call,
            List<Dim> image,
            List<Long> sizes,
            List<Long> strides,
            List<Long> dilations,
            List<Long> further)
            throws UnsupportedNodeException {
        int axes = image.size();
        String auto = call.text("auto_pad", "NOTSET");
        List<Long> given = call.integers("pads", Collections.nCopies(2 * axes, 0L));
        List<Long> shape = call.integers("output_shape", List.of());
        if (auto.equals("NOTSET") && shape.isEmpty()) {
            if (given.size() != 2 * axes) {
                throw new UnsupportedNodeException("its pads are " + given);
            }
            return given;
        }
        if (auto.equals("VALID")) {
            return Collections.nCopies(2 * axes, 0L);
        }
        List<Long> pads = new ArrayList<>(Collections.nCopies(2 * axes, 0L));
        for (int i = 0; i < axes; i++) {
            if (!(image.get(i) instanceof Dim.Constant size)) {
                throw new UnsupportedNodeException("its padding depends on " + image.get(i));
            }
            long wanted = shape.isEmpty() ? size.size() * strides.get(i) : shape.get(shape.size() - axes + i);
            long total = strides.get(i) * (size.size() - 1)
                    + further.get(i)
                    + (sizes.get(i) - 1) * dilations.get(i)
                    + 1
                    - wanted;
            // Elements beyond all windows are at the end.
            long half = Math.max(0, total) / 2;
            boolean moreBefore = !auto.equals("SAME_UPPER");
            pads.set(i, moreBefore ? Math.max(0, total) - half : half);
            pads.set(axes + i, total - pads.get(i));
        }
        return pads;
    }

    /** Inserts zeros between the elements of an axis. */
    private static Node apart(OnnxCall call, Node x, int axis, long stride) throws TypeException {
        if (stride == 1) {
            return x;
        }
        List<Dim> dims = new ArrayList<>(x.shape().dims());
        Dim size = dims.get(axis);
        dims.add(axis + 1, Dim.ONE);
        Node spaced = call.framed(call.reshaped(x, List.copyOf(dims)), call.number(0, x), axis + 1, 0, stride - 1);
        dims.remove(axis + 1);
        dims.set(axis, size.times(Dim.of(stride)));
        Node joined = call.reshaped(spaced, dims);
        Dim last = size.minus(Dim.ONE).times(Dim.of(stride)).plus(Dim.ONE);
        return call.narrowed(joined, axis, Dim.ZERO, last, 1);
    }
}
