package io.graphkernel.op.definition.network;

import static io.graphkernel.op.row.OpParameter.attribute;
import static io.graphkernel.op.row.OpParameter.number;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpResult.result;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.DimsBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.definition.AlongAxis;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.ArrayList;
import java.util.List;

/** Selection of boxes that detect objects. */
public final class DetectionOps {

    private DetectionOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "NonMaxSuppression" ->
                OpRow.composites(
                                name,
                                DetectionOps::selected,
                                tensor("boxes"),
                                tensor("scores"),
                                number("iouThreshold"),
                                attribute("size", Kind.DIM))
                        .limits(DetectionOps::limits)
                        .results(result("indices", OpDtype.I64), result("count", OpDtype.I64))
                        .dtypes(DtypeClass.FLOAT)
                        .nonDifferentiable()
                        .tolerance("another box where a ratio differs from the threshold by roundings")
                        .shape("[size] and [] of [n, 4] and [n]; size is from 1 to n")
                        .document("the first size boxes in descending order of their scores, without those whose"
                                + " intersection with an earlier one is more than the threshold of their union, then"
                                + " zeros; and the number of these boxes")
                        .note("a box has two opposite corners in any order; boxes of equal scores have the order of"
                                + " their indices, and a NaN is the largest score");
            default -> null;
        };
    }

    private static void limits(ExpansionBuilder b) throws TypeException {
        Node boxes = b.operand("boxes");
        Node scores = b.operand("scores");
        b.requireRank("boxes", boxes, 2, 2);
        b.requireRank("scores", scores, 1, 1);
        Extent count = b.dim(boxes, b.axes(0));
        b.equal("the size of a box", b.dim(boxes, b.axes(1)), b.extent(4));
        b.equal("the number of scores", b.dim(scores, b.axes(0)), count);
        b.atLeast("size", b.extent("size"), b.extent(1));
        b.atMost("size", b.extent("size"), count);
    }

    /** Selects the first box that remains in each iteration, and removes it with those that it suppresses. */
    private static List<Node> selected(ExpansionBuilder b) throws TypeException {
        Node scores = b.operand("scores");
        Extent size = b.extent("size");
        Axes first = b.axes(0);
        Node order = AlongAxis.order(b, scores, first, true);
        Node boxes = b.gather(b.operand("boxes"), order, first);
        Node threshold = b.castLike(b.operand("iouThreshold"), boxes);
        Node remains = b.op("GreaterEqual", b.index(b.dims(scores), first), 0);
        List<Node> results = b.iterate(size, List.of(remains), List.of(boxes, threshold), DetectionOps::step);
        Node position = b.reshape(results.get(1), b.list(size));
        Node isBox = b.op("Less", position, b.number(b.dim(scores, first), position));
        Node indices = b.gather(order, b.select(isBox, position, 0), first);
        Node count = b.reduce("ReduceSum", b.cast(isBox, DataType.I64), first, false);
        return List.of(b.select(isBox, indices, 0), count);
    }

    private static List<Node> step(ExpansionBuilder b, Extent step, List<Node> carried, List<Node> captured)
            throws TypeException {
        Node remains = carried.get(0);
        Node boxes = captured.get(0);
        Node index = b.index(b.dims(remains), b.axes(0));
        Extent count = b.dim(remains, b.axes(0));
        Node position = b.reduce("ReduceMin", b.select(remains, index, b.number(count, index)), b.axes(0), true);
        Node chosen =
                b.gather(boxes, b.op("Minimum", position, b.number(b.minus(count, b.extent(1)), index)), b.axes(0));
        Node isSuppressed = b.op("Greater", overlap(b, boxes, chosen), captured.get(1));
        Node isKept = b.op("LogicalNot", b.op("LogicalOr", isSuppressed, b.op("Equal", index, position)));
        return List.of(b.op("LogicalAnd", remains, isKept), position);
    }

    /** Returns the ratio of the intersection of boxes and their union. */
    private static Node overlap(ExpansionBuilder b, Node boxes, Node chosen) throws TypeException {
        List<Node> lengths = new ArrayList<>();
        for (int axis = 0; axis < 2; axis++) {
            Node low = b.op("Minimum", corner(b, boxes, axis), corner(b, boxes, axis + 2));
            Node high = b.op("Maximum", corner(b, boxes, axis), corner(b, boxes, axis + 2));
            Node chosenLow = b.op("Minimum", corner(b, chosen, axis), corner(b, chosen, axis + 2));
            Node chosenHigh = b.op("Maximum", corner(b, chosen, axis), corner(b, chosen, axis + 2));
            Node common = b.sub(b.op("Minimum", high, chosenHigh), b.op("Maximum", low, chosenLow));
            lengths.addAll(List.of(b.max(common, 0), b.sub(high, low), b.sub(chosenHigh, chosenLow)));
        }
        Node intersection = b.mul(lengths.get(0), lengths.get(3));
        Node areas = b.add(b.mul(lengths.get(1), lengths.get(4)), b.mul(lengths.get(2), lengths.get(5)));
        return b.div(intersection, b.sub(areas, intersection));
    }

    private static Node corner(ExpansionBuilder b, Node boxes, int number) throws TypeException {
        Node column = b.narrow(boxes, b.axes(1), b.extent(number), b.extent(1));
        return b.reshape(column, b.squeezed(column, b.axes(1)));
    }
}
