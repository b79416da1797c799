package io.graphkernel.op.definition.order;

import static io.graphkernel.op.row.OpParameter.attribute;
import static io.graphkernel.op.row.OpParameter.axis;
import static io.graphkernel.op.row.OpParameter.bool;
import static io.graphkernel.op.row.OpParameter.enumeration;
import static io.graphkernel.op.row.OpParameter.number;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpResult.result;
import static io.graphkernel.op.row.OpRow.composite;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.definition.movement.AlongAxis;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.List;
import java.util.Map;

/** Sorting, and what a sorted row has: its largest elements, quantiles, and the places of other elements. */
public final class OrderOps {

    private static final String EXACT = "exact";

    /** Appended to the documentation of sorting. */
    private static final String ORDER = "; equal elements keep their order, and NaN counts as the largest element";

    private static final String WITHOUT_AXIS = "the shape of x without the axis, or with size 1 there";

    private OrderOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "Sort" ->
                composite(name, b -> AlongAxis.gathered(b, b.x(), order(b), b.axes("axis")))
                        .parameters(tensor("x"), axis("axis", -1), bool("descending", false))
                        .dtypes(DtypeClass.ANY)
                        .tolerance(EXACT)
                        .shape("the shape of x")
                        .document("the elements along an axis in ascending or descending order" + ORDER);
            case "ArgSort" ->
                composite(name, OrderOps::order)
                        .parameters(tensor("x"), axis("axis", -1), bool("descending", false))
                        .dtypes(DtypeClass.ANY)
                        .results(OpDtype.I64)
                        .nonDifferentiable()
                        .tolerance(EXACT)
                        .shape("the shape of x")
                        .document("the positions of the elements along an axis in sorted order" + ORDER);
            case "TopK" ->
                OpRow.composites(
                                name,
                                OrderOps::top,
                                tensor("x"),
                                attribute("k", Kind.DIM),
                                axis("axis", -1),
                                bool("largest", true))
                        .results(result("values"), result("indices", OpDtype.I64))
                        .limits(b -> {
                            b.atLeast("k", b.extent("k"), b.extent(0));
                            b.atMost("k", b.extent("k"), b.dim(b.x(), b.axes("axis")));
                        })
                        .dtypes(DtypeClass.ANY)
                        .tolerance(EXACT)
                        .shape("the shape of x, with size k at the axis")
                        .document("the k largest or smallest elements along an axis, the most extreme first, and their"
                                + " positions" + ORDER);
            case "KthValue" ->
                OpRow.composites(
                                name,
                                OrderOps::kth,
                                tensor("x"),
                                attribute("k", Kind.DIM),
                                axis("axis", -1),
                                bool("keepDims", false))
                        .results(result("value"), result("index", OpDtype.I64))
                        .limits(b -> {
                            b.atLeast("k", b.extent("k"), b.extent(1));
                            b.atMost("k", b.extent("k"), b.dim(b.x(), b.axes("axis")));
                        })
                        .dtypes(DtypeClass.ANY)
                        .tolerance(EXACT)
                        .shape(WITHOUT_AXIS)
                        .document("the k-th smallest element along an axis, counted from 1, and its position" + ORDER);
            case "Median" ->
                composite(name, OrderOps::median)
                        .parameters(tensor("x"), axis("axis", -1), bool("keepDims", false))
                        .dtypes(DtypeClass.FLOAT)
                        .shape(WITHOUT_AXIS)
                        .document("the element in the middle of the sorted elements along an axis, or the mean of both;"
                                + " NaN if any is NaN")
                        .note("PyTorch's median is the lower one of both: quantile with LOWER");
            case "Quantile" ->
                composite(name, OrderOps::quantile)
                        .parameters(
                                tensor("x"),
                                number("q"),
                                axis("axis", -1),
                                enumeration("interpolation", "Interpolation", "LINEAR"),
                                bool("keepDims", false))
                        .dtypes(DtypeClass.FLOAT)
                        .shape(WITHOUT_AXIS)
                        .document("the element at the position q · (n - 1) of the n sorted elements along an axis, or"
                                + " the interpolation between its neighbors; NaN if any is NaN")
                        .note("q below 0 counts as 0, above 1 as 1");
            case "Mode" ->
                composite(name, OrderOps::mode)
                        .parameters(tensor("x"), axis("axis", -1), bool("keepDims", false))
                        .dtypes(DtypeClass.NUMBER)
                        .tolerance(EXACT)
                        .shape(WITHOUT_AXIS)
                        .document("the most frequent element along an axis, the smallest one of several; each NaN"
                                + " counts as a different element");
            case "SearchSorted" ->
                composite(name, OrderOps::searched)
                        .parameters(tensor("sorted"), tensor("values"), bool("right", false))
                        .dtypes(DtypeClass.NUMBER)
                        .results(OpDtype.I64)
                        .nonDifferentiable()
                        .tolerance(EXACT)
                        .shape("the shape of values, which has the dims of sorted but the last one, or sorted has one"
                                + " axis")
                        .document(
                                "the number of sorted elements in the row that are less than each value, or not greater"
                                        + " if right; NaN is greater than all others");
            case "Bucketize" ->
                composite(name, OrderOps::bucketized)
                        .parameters(tensor("x"), tensor("boundaries"), bool("right", false))
                        .dtypes(DtypeClass.NUMBER)
                        .results(OpDtype.I64)
                        .nonDifferentiable()
                        .tolerance(EXACT)
                        .shape("the shape of x; boundaries have one axis")
                        .document("the number of boundaries that are less than each element, or not greater if right;"
                                + " NaN is greater than all others");
            default -> null;
        };
    }

    private static Node order(ExpansionBuilder b) throws TypeException {
        return AlongAxis.order(b, b.x(), b.axes("axis"), b.flag("descending"));
    }

    private static List<Node> top(ExpansionBuilder b) throws TypeException {
        Axes axis = b.axes("axis");
        Node order = AlongAxis.order(b, b.x(), axis, b.flag("largest"));
        Node indices = b.narrow(order, axis, b.extent(0), b.extent("k"));
        return List.of(AlongAxis.gathered(b, b.x(), indices, axis), indices);
    }

    private static List<Node> kth(ExpansionBuilder b) throws TypeException {
        Axes axis = b.axes("axis");
        Node order = AlongAxis.order(b, b.x(), axis, false);
        Node index = b.narrow(order, axis, b.minus(b.extent("k"), b.extent(1)), b.extent(1));
        return List.of(kept(b, AlongAxis.gathered(b, b.x(), index, axis)), kept(b, index));
    }

    /** Removes the axis of size 1 unless it is kept. */
    private static Node kept(ExpansionBuilder b, Node value) throws TypeException {
        return b.flag("keepDims") ? value : b.reshape(value, b.squeezed(value, b.axes("axis")));
    }

    private static Node median(ExpansionBuilder b) throws TypeException {
        Node order = AlongAxis.order(b, b.x(), b.axes("axis"), false);
        Extent size = b.notEmpty(b.dim(b.x(), b.axes("axis")));
        Node before = b.op("FloorDiv", b.number(b.minus(size, b.extent(1)), order), b.number(2, order));
        Node after = b.op("FloorDiv", b.number(size, order), b.number(2, order));
        return unlessNan(b, mean(b, ranked(b, order, before), ranked(b, order, after)));
    }

    private static Node quantile(ExpansionBuilder b) throws TypeException {
        Node order = AlongAxis.order(b, b.x(), b.axes("axis"), false);
        Extent size = b.notEmpty(b.dim(b.x(), b.axes("axis")));
        Node last = b.number(b.minus(size, b.extent(1)), b.x());
        Node q = b.min(b.max(b.castLike(b.operand("q"), b.x()), 0), 1);
        Node position = b.mul(q, last);
        Node below = b.op("Floor", position);
        Node before = ranked(b, order, b.cast(below, DataType.I64));
        Node value = switch (b.choice("interpolation")) {
            case "LOWER" -> before;
            case "HIGHER" -> ranked(b, order, b.cast(b.op("Ceil", position), DataType.I64));
            case "NEAREST" -> ranked(b, order, b.cast(b.op("Round", position), DataType.I64));
            case "MIDPOINT" -> mean(b, before, ranked(b, order, b.cast(b.op("Ceil", position), DataType.I64)));
            default -> {
                Node after = ranked(b, order, b.cast(b.op("Ceil", position), DataType.I64));
                Node step = b.mul(b.sub(after, before), b.sub(position, below));
                yield b.select(b.op("Equal", before, after), before, b.add(before, step));
            }
        };
        return unlessNan(b, value);
    }

    /** Returns the element of each row at a rank of its sorted elements. */
    private static Node ranked(ExpansionBuilder b, Node order, Node rank) throws TypeException {
        Axes axis = b.axes("axis");
        Dims dims = b.replace(b.dims(b.x()), axis, b.extent(1));
        Node index = AlongAxis.gathered(b, order, b.broadcastTo(rank, dims), axis);
        return AlongAxis.gathered(b, b.x(), index, axis);
    }

    /** Halves both before the sum, which would overflow. */
    private static Node mean(ExpansionBuilder b, Node x, Node y) throws TypeException {
        return b.select(b.op("Equal", x, y), x, b.add(b.mul(x, 0.5), b.mul(y, 0.5)));
    }

    /** Returns NaN for a row with one. */
    private static Node unlessNan(ExpansionBuilder b, Node value) throws TypeException {
        Node isNan = b.op("IsNan", b.reduce("ReduceMax", b.x(), b.axes("axis"), true));
        return kept(b, b.select(isNan, b.number(Double.NaN, value), value));
    }

    /** Chooses the longest run of equal sorted elements by the distance of each element from the start of its run. */
    private static Node mode(ExpansionBuilder b) throws TypeException {
        Axes axis = b.axes("axis");
        Node order = AlongAxis.order(b, b.x(), axis, false);
        Node sorted = AlongAxis.gathered(b, b.x(), order, axis);
        Node position = b.index(b.dims(b.x()), axis);
        Node isFirst = b.op("LogicalNot", equalsPrevious(b, sorted, position, axis));
        Map<String, Boolean> forward = Map.of("exclusive", false, "reverse", false);
        Node start = b.call("CumMax", forward, b.select(isFirst, position, 0));
        Node best = b.call("ArgMax", Map.of(), b.sub(position, start));
        Dims dims = b.replace(b.dims(b.x()), axis, b.extent(1));
        return kept(b, AlongAxis.gathered(b, sorted, b.reshape(best, dims), axis));
    }

    /** Returns true for each element that equals the one before it along an axis. */
    static Node equalsPrevious(ExpansionBuilder b, Node sorted, Node position, Axes axis) throws TypeException {
        Node previous = AlongAxis.gathered(b, sorted, b.max(b.sub(position, b.number(1, position)), 0), axis);
        return b.op("LogicalAnd", b.op("Equal", sorted, previous), b.op("Greater", position, 0));
    }

    private static Node searched(ExpansionBuilder b) throws TypeException {
        Node sorted = b.operand("sorted");
        Node values = b.operand("values");
        Axes last = b.axes(-1);
        Extent rows = b.at(AlongAxis.rows(b, sorted, last, b.extent(1)), b.extent(0));
        Node row = b.reshape(sorted, b.list(rows, b.dim(sorted, last)));
        if (b.areKnownEqual(rows, b.extent(1))) {
            return counted(b, row, values, b.list(b.extent(1), AlongAxis.elements(b, values)));
        }
        Dims dims = AlongAxis.rows(b, values, last, b.dim(values, last));
        Node ofValues = b.broadcastTo(row, b.list(b.at(dims, b.extent(0)), b.dim(sorted, last)));
        return counted(b, ofValues, values, b.list(b.at(dims, b.extent(0)), b.dim(values, last)));
    }

    private static Node bucketized(ExpansionBuilder b) throws TypeException {
        Node boundaries = b.operand("boundaries");
        Node row = b.reshape(boundaries, b.list(b.extent(1), b.dim(boundaries, b.axes(0))));
        return counted(b, row, b.x(), b.list(b.extent(1), AlongAxis.elements(b, b.x())));
    }

    private static Node counted(ExpansionBuilder b, Node rows, Node values, Dims dims) throws TypeException {
        return b.reshape(SortedSearch.count(b, rows, b.reshape(values, dims)), b.dims(values));
    }
}
