package io.graphkernel.processor.onnx;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;

/** Frames around tensors: of a number, of the elements at the edge, or of those next to it. Negative ones cut off. */
final class PadRule {

    private PadRule() {}

    static Node build(OnnxCall call) throws TypeException, Refused {
        int rank = call.rank(0);
        List<Long> pads = call.has("pads") ? call.integers("pads", List.of()) : call.numbers(1);
        List<Long> axes = call.has(3)
                ? call.numbers(3)
                : LongStream.range(0, rank).boxed().toList();
        if (pads.size() != 2 * axes.size()) {
            throw new Refused("it has " + pads.size() + " pads for " + axes.size() + " axes");
        }
        List<Long> before = new ArrayList<>(Collections.nCopies(rank, 0L));
        List<Long> after = new ArrayList<>(Collections.nCopies(rank, 0L));
        for (int i = 0; i < axes.size(); i++) {
            int axis = call.axis(axes.get(i), rank);
            before.set(axis, pads.get(i));
            after.set(axis, pads.get(axes.size() + i));
        }
        Node x = cut(call, before, after);
        String mode = call.text("mode", "constant");
        double number = call.real("value", 0);
        Node filler = call.has(2) ? call.in(2) : call.number(number, x);
        if (filler.shape().rank() > 0) {
            filler = call.reshaped(filler, List.of());
        }
        Node padded = x;
        for (int axis = 0; axis < rank; axis++) {
            long first = Math.max(0, before.get(axis));
            long last = Math.max(0, after.get(axis));
            if (first > 0 || last > 0) {
                padded = switch (mode) {
                    case "constant" -> framed(call, padded, filler, axis, first, last);
                    case "edge" -> edged(call, padded, axis, first, last);
                    case "reflect" -> reflected(call, padded, axis, first, last);
                    default -> throw new Refused("its mode is " + mode);
                };
            }
        }
        return padded.isOperation() ? padded : call.op("IdentityMath", padded);
    }

    private static Node cut(OnnxCall call, List<Long> before, List<Long> after) throws TypeException, Refused {
        Node x = call.in(0);
        for (int axis = 0; axis < before.size(); axis++) {
            x = cut(call, x, axis, before.get(axis), after.get(axis));
        }
        return x;
    }

    /** One axis without as many elements as are less than none before and after it. */
    static Node cut(OnnxCall call, Node x, int axis, long before, long after) throws TypeException {
        if (before >= 0 && after >= 0) {
            return x;
        }
        Dim end = x.shape().dims().get(axis).minus(Dim.of(Math.max(0, -after)));
        return call.narrowed(x, axis, Dim.of(Math.max(0, -before)), end, 1);
    }

    /** One axis with a number before and after it. */
    static Node framed(OnnxCall call, Node x, Node filler, int axis, long before, long after) throws TypeException {
        List<Dim> dims = new ArrayList<>(x.shape().dims());
        List<Node> parts = new ArrayList<>();
        if (before > 0) {
            dims.set(axis, Dim.of(before));
            parts.add(call.expanded(filler, List.copyOf(dims)));
        }
        parts.add(x);
        if (after > 0) {
            dims.set(axis, Dim.of(after));
            parts.add(call.expanded(filler, List.copyOf(dims)));
        }
        return call.concatenated(axis, parts.toArray(Node[]::new));
    }

    private static Node edged(OnnxCall call, Node x, int axis, long before, long after) throws TypeException {
        Dim size = x.shape().dims().get(axis);
        if (!(size instanceof Dim.Constant)) {
            call.require(size, Dim.ONE, "an edge that is repeated");
        }
        List<Dim> dims = new ArrayList<>(x.shape().dims());
        List<Node> parts = new ArrayList<>();
        if (before > 0) {
            dims.set(axis, Dim.of(before));
            parts.add(call.expanded(call.narrowed(x, axis, Dim.ZERO, Dim.ONE, 1), List.copyOf(dims)));
        }
        parts.add(x);
        if (after > 0) {
            dims.set(axis, Dim.of(after));
            parts.add(call.expanded(call.narrowed(x, axis, size.minus(Dim.ONE), size, 1), List.copyOf(dims)));
        }
        return call.concatenated(axis, parts.toArray(Node[]::new));
    }

    private static Node reflected(OnnxCall call, Node x, int axis, long before, long after)
            throws TypeException, Refused {
        Dim size = x.shape().dims().get(axis);
        if (!(size instanceof Dim.Constant constant) || constant.size() <= Math.max(before, after)) {
            throw new Refused("it reflects " + Math.max(before, after) + " elements of " + size);
        }
        Attributes along = Attributes.NONE.with(Attributes.AXES, List.of((long) axis));
        List<Node> parts = new ArrayList<>();
        if (before > 0) {
            parts.add(call.op("Reverse", along, call.narrowed(x, axis, Dim.ONE, Dim.of(before + 1), 1)));
        }
        parts.add(x);
        if (after > 0) {
            Dim end = size.minus(Dim.ONE);
            parts.add(call.op("Reverse", along, call.narrowed(x, axis, end.minus(Dim.of(after)), end, 1)));
        }
        return call.concatenated(axis, parts.toArray(Node[]::new));
    }
}
