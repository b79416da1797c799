package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.ArrayList;
import java.util.List;

/**
 * Rules of scatter and sort ops. Both compare all pairs of positions, which is fast for few of them; nodes with many
 * are rejected.
 */
final class ScatterRules {

    /** Maximum number of comparisons per node. */
    private static final long MAX_PAIRS = 1 << 26;

    private ScatterRules() {}

    static void addTo(OnnxOps ops) {
        ops.single("Scatter", ScatterRules::elements);
        ops.single("ScatterElements", ScatterRules::elements);
        ops.single("ScatterND", ScatterRules::parts);
        ops.add("TopK", ScatterRules::greatest);
    }

    private static void requireFew(Dim first, Dim second) throws UnsupportedNodeException {
        boolean few = first instanceof Dim.Constant a
                && second instanceof Dim.Constant b
                && a.size() * (double) b.size() <= MAX_PAIRS;
        if (!few) {
            throw new UnsupportedNodeException("it compares " + first + " places with " + second + ", and " + MAX_PAIRS
                    + " comparisons are supported");
        }
    }

    private static Node elements(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node x = call.value(0).whole(call);
        Node indices = call.value(1).whole(call);
        int axis = call.axis(call.integer("axis", 0), x.shape().rank());
        Node position = IndexRules.position(call, indices, x.shape().dims(), axis);
        Dim count = Dim.product(x.shape().dims());
        Dim updates = Dim.product(indices.shape().dims());
        Node given = call.reshaped(call.value(2).whole(call), List.of(updates, Dim.ONE));
        Node flat = call.reshaped(x, List.of(count, Dim.ONE));
        return call.reshaped(
                scattered(call, flat, call.reshaped(position, List.of(updates)), given),
                x.shape().dims());
    }

    private static Node parts(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node x = call.value(0).whole(call);
        Node indices = call.value(1).whole(call);
        List<Dim> dims = x.shape().dims();
        List<Dim> indexDims = indices.shape().dims();
        if (indexDims.isEmpty()
                || !(indexDims.get(indexDims.size() - 1) instanceof Dim.Constant named)
                || named.size() > dims.size()) {
            throw new UnsupportedNodeException("its indices have the shape " + indices.shape());
        }
        int axes = (int) named.size();
        Node position = IndexRules.position(call, indices, dims, 0, axes);
        Dim updates = Dim.product(indexDims.subList(0, indexDims.size() - 1));
        Dim rows = Dim.product(dims.subList(0, axes));
        Dim columns = Dim.product(dims.subList(axes, dims.size()));
        Node given = call.reshaped(call.value(2).whole(call), List.of(updates, columns));
        Node flat = call.reshaped(x, List.of(rows, columns));
        return call.reshaped(scattered(call, flat, call.reshaped(position, List.of(updates)), given), dims);
    }

    /** Inserts, or combines, rows [m, d] into rows of x [n, d] at positions [m]. */
    private static Node scattered(OnnxCall call, Node x, Node position, Node given)
            throws TypeException, UnsupportedNodeException {
        String reduction = call.text("reduction", "none");
        Dim rows = x.shape().dims().get(0);
        Dim updates = given.shape().dims().get(0);
        if (updates.equals(Dim.ZERO)) {
            return call.op("IdentityMath", x);
        }
        if (reduction.equals("none")) {
            return replaced(call, x, position, given);
        }
        ExpansionBuilder b = call.ops();
        Dim columns = x.shape().dims().get(1);
        requireFew(rows.times(columns), updates);
        Node index = call.positions(List.of(rows, updates, Dim.ONE), 0);
        Node hit = call.op("Equal", index, call.reshaped(position, List.of(Dim.ONE, updates, Dim.ONE)));
        Node update = call.reshaped(given, List.of(Dim.ONE, updates, columns));
        List<Long> over = List.of(1L);
        return switch (reduction) {
            case "add" -> b.add(x, call.reduced("ReduceSum", b.select(hit, update, 0), over, false));
            case "mul" -> b.mul(x, call.reduced("ReduceProd", b.select(hit, update, 1), over, false));
            case "max" -> {
                Node before = call.reshaped(x, List.of(rows, Dim.ONE, columns));
                yield call.reduced("ReduceMax", b.op("Maximum", before, b.select(hit, update, before)), over, false);
            }
            case "min" -> {
                Node before = call.reshaped(x, List.of(rows, Dim.ONE, columns));
                yield call.reduced("ReduceMin", b.op("Minimum", before, b.select(hit, update, before)), over, false);
            }
            default -> throw new UnsupportedNodeException("its reduction is " + reduction);
        };
    }

    /** Replaces rows of x by the last of the rows given for each. */
    private static Node replaced(OnnxCall call, Node x, Node position, Node given)
            throws TypeException, UnsupportedNodeException {
        ExpansionBuilder b = call.ops();
        Dim rows = x.shape().dims().get(0);
        Dim updates = given.shape().dims().get(0);
        requireFew(rows, updates);
        List<Dim> pairs = List.of(rows, updates);
        Node hit = call.op("Equal", call.positions(pairs, 0), call.reshaped(position, List.of(Dim.ONE, updates)));
        Node last = call.reduced("ReduceMax", b.select(hit, call.positions(pairs, 1), -1), List.of(1L), false);
        Node taken = call.op("Gather", Attributes.NONE.with(Attributes.AXIS, 0L), given, b.max(last, 0));
        Node isReplaced = call.reshaped(b.op("GreaterEqual", last, 0), List.of(rows, Dim.ONE));
        return b.select(isReplaced, taken, x);
    }

    /** Builds TopK: the rank of an element is the number of its predecessors in sorted order. */
    private static List<OnnxValue> greatest(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node x = call.value(0).whole(call);
        List<Dim> dims = x.shape().dims();
        int axis = call.axis(call.integer("axis", -1), dims.size());
        call.ignore("sorted");
        boolean largest = call.flag("largest", true);
        Dim count = Dim.of(call.has(1) ? call.number(1).longValue() : call.integer("k", 1));
        Dim size = dims.get(axis);
        requireFew(
                Dim.product(dims.stream().filter(Dim.Constant.class::isInstance).toList()), size);
        if (size.minus(count) instanceof Dim.Constant left && left.size() < 0) {
            throw new UnsupportedNodeException("it requires " + count + " of " + size);
        }
        List<Dim> byRow = new ArrayList<>(dims);
        byRow.add(axis + 1, Dim.ONE);
        List<Dim> byColumn = new ArrayList<>(dims);
        byColumn.add(axis, Dim.ONE);
        List<Dim> pairs = new ArrayList<>(dims);
        pairs.add(axis, size);
        Node own = call.reshaped(x, byRow);
        Node other = call.reshaped(x, byColumn);
        Node earlier = call.op("Less", call.positions(pairs, axis + 1), call.positions(pairs, axis));
        Node before = call.op(
                "LogicalOr",
                call.op(largest ? "Greater" : "Less", other, own),
                call.op("LogicalAnd", call.op("Equal", other, own), earlier));
        Node rank = call.reduced("ReduceSum", call.cast(before, DataType.I64), List.of((long) axis + 1), false);
        List<Dim> found = new ArrayList<>(dims);
        found.add(axis, count);
        Node hit = call.op("Equal", call.positions(found, axis), call.reshaped(rank, byColumn));
        List<Long> over = List.of((long) axis + 1);
        ExpansionBuilder b = call.ops();
        Node value = call.reduced("ReduceSum", b.select(hit, other, 0), over, false);
        Node index = call.reduced("ReduceSum", b.select(hit, call.positions(found, axis + 1), 0), over, false);
        return List.of(OnnxValue.of(value), OnnxValue.of(index));
    }
}
