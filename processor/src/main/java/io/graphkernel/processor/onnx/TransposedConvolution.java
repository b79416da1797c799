package io.graphkernel.processor.onnx;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;

/** A transposed convolution: a convolution by the reversed weights of an image with zeros between its elements. */
final class TransposedConvolution {

    private TransposedConvolution() {}

    static Node build(OnnxCall call) throws TypeException, Refused {
        List<Dim> image = WindowRules.image(call);
        int axes = image.size();
        Node weight = call.in(1);
        List<Long> sizes = new ArrayList<>();
        for (Dim size : weight.shape().dims().subList(2, weight.shape().rank())) {
            if (!(size instanceof Dim.Constant constant)) {
                throw new Refused("the size of its weights, " + size + ", is not known");
            }
            sizes.add(constant.size());
        }
        if (sizes.size() != axes || !call.integers("kernel_shape", sizes).equals(sizes)) {
            throw new Refused("its kernel_shape is not that of its weights, " + sizes);
        }
        long groups = call.integer("group", 1);
        List<Long> ones = Collections.nCopies(axes, 1L);
        List<Long> strides = call.integers("strides", ones);
        List<Long> dilations = call.integers("dilations", ones);
        List<Long> further = call.integers("output_padding", Collections.nCopies(axes, 0L));
        List<Long> pads = pads(call, image, sizes, strides, dilations, further);
        if (strides.size() != axes || dilations.size() != axes || further.size() != axes || groups < 1) {
            throw new Refused("its attributes are not for " + axes + " axes");
        }
        Node x = call.in(0);
        for (int i = 0; i < axes; i++) {
            x = apart(call, x, i + 2, strides.get(i));
            long covered = (sizes.get(i) - 1) * dilations.get(i);
            long before = covered - pads.get(i);
            long after = covered - pads.get(axes + i) + further.get(i);
            x = PadRule.framed(call, x, call.number(0, x), i + 2, Math.max(0, before), Math.max(0, after));
            if (before < 0 || after < 0) {
                Dim end = x.shape().dims().get(i + 2).minus(Dim.of(Math.max(0, -after)));
                x = call.narrowed(x, i + 2, Dim.of(Math.max(0, -before)), end, 1);
            }
        }
        List<Long> none = Collections.nCopies(axes, 0L);
        List<Dim> counts = new ArrayList<>();
        for (int i = 0; i < axes; i++) {
            Dim covered = Dim.of((sizes.get(i) - 1) * dilations.get(i));
            counts.add(x.shape().dims().get(i + 2).minus(covered));
        }
        Window window = new Window(sizes, ones, dilations, none, none, counts, none);
        return WindowRules.biased(call, Convolutions.of(call, x, reversed(call, weight, groups), window, groups));
    }

    private static List<Long> pads(
            OnnxCall call,
            List<Dim> image,
            List<Long> sizes,
            List<Long> strides,
            List<Long> dilations,
            List<Long> further)
            throws Refused {
        int axes = image.size();
        String auto = call.text("auto_pad", "NOTSET");
        List<Long> given = call.integers("pads", Collections.nCopies(2 * axes, 0L));
        List<Long> shape = call.integers("output_shape", List.of());
        if (auto.equals("NOTSET") && shape.isEmpty()) {
            if (given.size() != 2 * axes) {
                throw new Refused("its pads are " + given);
            }
            return given;
        }
        if (auto.equals("VALID")) {
            return Collections.nCopies(2 * axes, 0L);
        }
        List<Long> pads = new ArrayList<>(Collections.nCopies(2 * axes, 0L));
        for (int i = 0; i < axes; i++) {
            if (!(image.get(i) instanceof Dim.Constant size)) {
                throw new Refused("its padding depends on " + image.get(i));
            }
            long wanted = shape.isEmpty() ? size.size() * strides.get(i) : shape.get(shape.size() - axes + i);
            long total = strides.get(i) * (size.size() - 1)
                    + further.get(i)
                    + (sizes.get(i) - 1) * dilations.get(i)
                    + 1
                    - wanted;
            // What is wanted beyond all windows is at the end.
            long half = Math.max(0, total) / 2;
            boolean moreBefore = !auto.equals("SAME_UPPER");
            pads.set(i, moreBefore ? Math.max(0, total) - half : half);
            pads.set(axes + i, total - pads.get(i));
        }
        return pads;
    }

    /** One axis with zeros between its elements. */
    private static Node apart(OnnxCall call, Node x, int axis, long stride) throws TypeException {
        if (stride == 1) {
            return x;
        }
        List<Dim> dims = new ArrayList<>(x.shape().dims());
        Dim size = dims.get(axis);
        dims.add(axis + 1, Dim.ONE);
        Node spaced =
                PadRule.framed(call, call.reshaped(x, List.copyOf(dims)), call.number(0, x), axis + 1, 0, stride - 1);
        dims.remove(axis + 1);
        dims.set(axis, size.times(Dim.of(stride)));
        Node joined = call.reshaped(spaced, dims);
        Dim last = size.minus(Dim.ONE).times(Dim.of(stride)).plus(Dim.ONE);
        return call.narrowed(joined, axis, Dim.ZERO, last, 1);
    }

    /** Weights [inputs, outputs of a group, …] as a convolution has them, [outputs, inputs of a group, …], from the end. */
    private static Node reversed(OnnxCall call, Node weight, long groups) throws TypeException, Refused {
        List<Dim> dims = weight.shape().dims();
        List<Long> axes = LongStream.range(2, dims.size()).boxed().toList();
        Node reversed = call.op("Reverse", Attributes.NONE.with(Attributes.AXES, axes), weight);
        Dim count = Dim.of(groups);
        Dim inputs = dims.get(0).floorDiv(count);
        List<Dim> apart = new ArrayList<>(List.of(count, inputs, dims.get(1)));
        apart.addAll(dims.subList(2, dims.size()));
        List<Long> order = new ArrayList<>(List.of(0L, 2L, 1L));
        LongStream.range(3, apart.size()).forEach(order::add);
        Node moved = call.transposed(call.reshaped(reversed, apart), order);
        List<Dim> made = new ArrayList<>(List.of(dims.get(1).times(count), inputs));
        made.addAll(dims.subList(2, dims.size()));
        return call.reshaped(moved, made);
    }
}
