package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/** Rule of padding with a constant, edge elements, or reflection. Negative padding crops. */
final class PadRule {

    private PadRule() {}

    static Node build(OnnxCall call) throws TypeException, UnsupportedNodeException {
        int rank = call.rank(0);
        List<Long> pads = call.has("pads") ? call.integers("pads", List.of()) : call.numbers(1);
        List<Long> axes = call.has(3)
                ? call.numbers(3)
                : LongStream.range(0, rank).boxed().toList();
        if (pads.size() != 2 * axes.size()) {
            throw new UnsupportedNodeException("it has " + pads.size() + " pads for " + axes.size() + " axes");
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
        return MovementRules.same(call, padded(call, x, before, after, mode, filler));
    }

    private static Node padded(OnnxCall call, Node x, List<Long> before, List<Long> after, String mode, Node filler)
            throws TypeException, UnsupportedNodeException {
        if (!List.of("constant", "edge", "reflect", "wrap").contains(mode)) {
            throw new UnsupportedNodeException("its mode is " + mode);
        }
        if (mode.equals("constant")) {
            Node padded = x;
            for (int axis = 0; axis < before.size(); axis++) {
                padded = call.framed(padded, filler, axis, before.get(axis), after.get(axis));
            }
            return padded;
        }
        List<Dim> first = sizes(before);
        List<Dim> last = sizes(after);
        boolean isWhole =
                first.stream().allMatch(Dim.ZERO::equals) && last.stream().allMatch(Dim.ZERO::equals);
        Attributes own = Attributes.NONE.with("before", first).with("after", last);
        return isWhole ? x : call.op("PadV3", own.with("mode", mode.toUpperCase(Locale.ROOT)), x);
    }

    /** Returns the elements that padding adds; a negative number crops, and adds none. */
    private static List<Dim> sizes(List<Long> pads) {
        return pads.stream().map(pad -> Dim.of(Math.max(0, pad))).toList();
    }

    /** Crops or pads both ends of axes to given sizes, the end by one more if the difference is odd. */
    static Node centered(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node x = call.in(0);
        int rank = x.shape().rank();
        List<Dim> sizes = call.sizes(1);
        List<Long> axes =
                call.integers("axes", LongStream.range(0, rank).boxed().toList());
        Dim two = Dim.of(2);
        for (int i = 0; i < axes.size(); i++) {
            int axis = call.axis(axes.get(i), rank);
            Dim own = x.shape().dims().get(axis);
            Dim more = sizes.get(i).minus(own);
            if (more.isNonNegative()) {
                Dim before = more.floorDiv(two);
                x = call.framed(x, call.number(0, x), axis, before, more.minus(before));
            } else {
                Dim begin = own.minus(sizes.get(i)).floorDiv(two);
                x = call.narrowed(x, axis, begin, begin.plus(sizes.get(i)), 1);
            }
        }
        return MovementRules.same(call, x);
    }

    private static Node cut(OnnxCall call, List<Long> before, List<Long> after)
            throws TypeException, UnsupportedNodeException {
        Node x = call.in(0);
        for (int axis = 0; axis < before.size(); axis++) {
            x = call.cut(x, axis, before.get(axis), after.get(axis));
        }
        return x;
    }
}
