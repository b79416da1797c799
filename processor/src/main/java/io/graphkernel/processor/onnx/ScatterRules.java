package io.graphkernel.processor.onnx;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.ExpansionBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * What writes elements at indices, and what sorts. Both compare every place with every other one, which is fast where these are
 * few; where they are many, the nodes are refused.
 */
final class ScatterRules {

    /** Comparisons of one node. */
    private static final long MOST_PAIRS = 1 << 26;

    private ScatterRules() {}

    static void addTo(OnnxOps ops) {
        ops.single("Scatter", ScatterRules::elements);
        ops.single("ScatterElements", ScatterRules::elements);
        ops.single("ScatterND", ScatterRules::parts);
        ops.add("TopK", ScatterRules::greatest);
    }

    private static void requireFew(Dim first, Dim second) throws Refused {
        boolean few = first instanceof Dim.Constant a
                && second instanceof Dim.Constant b
                && a.size() * (double) b.size() <= MOST_PAIRS;
        if (!few) {
            throw new Refused("it compares " + first + " places with " + second + ", and " + MOST_PAIRS
                    + " comparisons can be had");
        }
    }

    private static Node elements(OnnxCall call) throws TypeException, Refused {
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

    private static Node parts(OnnxCall call) throws TypeException, Refused {
        Node x = call.value(0).whole(call);
        Node indices = call.value(1).whole(call);
        List<Dim> dims = x.shape().dims();
        List<Dim> places = indices.shape().dims();
        if (places.isEmpty()
                || !(places.get(places.size() - 1) instanceof Dim.Constant named)
                || named.size() > dims.size()) {
            throw new Refused("its indices have the shape " + indices.shape());
        }
        int axes = (int) named.size();
        Node position = IndexRules.position(call, indices, dims, 0, axes);
        Dim updates = Dim.product(places.subList(0, places.size() - 1));
        Dim rows = Dim.product(dims.subList(0, axes));
        Dim columns = Dim.product(dims.subList(axes, dims.size()));
        Node given = call.reshaped(call.value(2).whole(call), List.of(updates, columns));
        Node flat = call.reshaped(x, List.of(rows, columns));
        return call.reshaped(scattered(call, flat, call.reshaped(position, List.of(updates)), given), dims);
    }

    /** Rows of x [n, d] with rows [m, d] put in, or combined, at positions [m]. */
    private static Node scattered(OnnxCall call, Node x, Node position, Node given) throws TypeException, Refused {
        ExpansionBuilder b = call.ops();
        Dim rows = x.shape().dims().get(0);
        Dim updates = given.shape().dims().get(0);
        Dim columns = x.shape().dims().get(1);
        requireFew(rows.times(columns), updates);
        Node place = call.positions(List.of(rows, updates, Dim.ONE), 0);
        Node hit = call.op("Equal", place, call.reshaped(position, List.of(Dim.ONE, updates, Dim.ONE)));
        Node each = call.reshaped(given, List.of(Dim.ONE, updates, columns));
        String reduction = call.text("reduction", "none");
        List<Long> over = List.of(1L);
        return switch (reduction) {
            case "none" -> {
                Node value = call.reduced("ReduceSum", b.select(hit, each, 0), over, false);
                Node any = call.reduced("ReduceAny", hit, over, false);
                yield b.select(any, value, x);
            }
            case "add" -> b.add(x, call.reduced("ReduceSum", b.select(hit, each, 0), over, false));
            case "mul" -> b.mul(x, call.reduced("ReduceProd", b.select(hit, each, 1), over, false));
            case "max" -> {
                Node before = call.reshaped(x, List.of(rows, Dim.ONE, columns));
                yield call.reduced("ReduceMax", b.op("Maximum", before, b.select(hit, each, before)), over, false);
            }
            case "min" -> {
                Node before = call.reshaped(x, List.of(rows, Dim.ONE, columns));
                yield call.reduced("ReduceMin", b.op("Minimum", before, b.select(hit, each, before)), over, false);
            }
            default -> throw new Refused("its reduction is " + reduction);
        };
    }

    /** The rank of an element is the number of those that come before it. */
    private static List<OnnxValue> greatest(OnnxCall call) throws TypeException, Refused {
        Node x = call.value(0).whole(call);
        List<Dim> dims = x.shape().dims();
        int axis = call.axis(call.integer("axis", -1), dims.size());
        call.ignore("sorted");
        boolean largest = call.flag("largest", true);
        Dim count = Dim.of(call.has(1) ? call.number(1).longValue() : call.integer("k", 1));
        Dim size = dims.get(axis);
        requireFew(Dim.product(dims), size);
        if (size.minus(count) instanceof Dim.Constant left && left.size() < 0) {
            throw new Refused("it wants " + count + " of " + size);
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
        Node rank = call.reduced("ReduceSum", call.cast(before, DType.I64), List.of((long) axis + 1), false);
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
