package io.graphkernel.op.definition.network;

import static io.graphkernel.op.row.OpParameter.attribute;
import static io.graphkernel.op.row.OpParameter.number;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpResult.result;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
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
                        .shape("[…, size] and […] of […, n, 4] and […, n]; size is from 1 to n")
                        .document(
                                "for each batch the first size boxes in descending order of their scores, without those whose"
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
        b.requireRank("boxes", boxes, 2, Shape.MAX_DIMS);
        b.requireRank("scores", scores, b.rank(boxes) - 1, b.rank(boxes) - 1);
        b.equal("the size of a box", b.dim(boxes, b.axes(-1)), b.extent(4));
        for (int axis = 0; axis < b.rank(scores) - 1; axis++) {
            b.equal("axis " + axis + " of scores", b.dim(scores, b.axes(axis)), b.dim(boxes, b.axes(axis)));
        }
        Extent count = b.dim(boxes, b.axes(-2));
        b.equal("the number of scores", b.dim(scores, b.axes(-1)), count);
        b.atLeast("size", b.extent("size"), b.extent(1));
        b.atMost("size", b.extent("size"), count);
    }

    /** Selects the first box that remains in each iteration, and removes it with those that it suppresses. */
    private static List<Node> selected(ExpansionBuilder b) throws TypeException {
        Node scores = b.operand("scores");
        Extent size = b.extent("size");
        Axes last = b.axes(-1);
        Node order = AlongAxis.order(b, scores, last, true);
        Node boxes = AlongAxis.gathered(b, b.operand("boxes"), ofBoxes(b, order), b.axes(-2));
        Node threshold = b.castLike(b.operand("iouThreshold"), boxes);
        Node remains = b.op("GreaterEqual", b.index(b.dims(scores), last), 0);
        List<Node> results = b.iterate(size, List.of(remains), List.of(boxes, threshold), DetectionOps::step);
        Node position = last(b, results.get(1), b.replace(b.dims(scores), last, size));
        Node isBox = b.op("Less", position, b.number(b.dim(scores, last), position));
        Node indices = AlongAxis.gathered(b, order, inside(b, position, b.dim(scores, last)), last);
        Node count = b.reduce("ReduceSum", b.cast(isBox, DataType.I64), last, false);
        return List.of(b.select(isBox, indices, 0), count);
    }

    /** Returns the results of all iterations, of one element each, along the last axis. */
    private static Node last(ExpansionBuilder b, Node results, Dims dims) throws TypeException {
        int rank = b.rank(results) - 1;
        int[] order = new int[rank];
        for (int axis = 0; axis < rank; axis++) {
            order[axis] = (axis + 1) % rank;
        }
        Node rows = b.reshape(results, b.squeezed(results, b.axes(-1)));
        return rank == 1 ? b.reshape(rows, dims) : b.transpose(rows, order);
    }

    /** Returns indices of boxes with an axis for the coordinates. */
    private static Node ofBoxes(ExpansionBuilder b, Node indices) throws TypeException {
        return b.reshape(indices, b.insert(b.dims(indices), b.axes(-1), b.extent(1)));
    }

    /** Returns a position, or the last one if no box remains. */
    private static Node inside(ExpansionBuilder b, Node position, Extent count) throws TypeException {
        return b.op("Minimum", position, b.number(b.minus(count, b.extent(1)), position));
    }

    private static List<Node> step(ExpansionBuilder b, Extent step, List<Node> carried, List<Node> captured)
            throws TypeException {
        Node remains = carried.get(0);
        Node boxes = captured.get(0);
        Axes last = b.axes(-1);
        Node index = b.index(b.dims(remains), last);
        Extent count = b.dim(remains, last);
        Node position = b.reduce("ReduceMin", b.select(remains, index, b.number(count, index)), last, true);
        Node chosen = AlongAxis.gathered(b, boxes, ofBoxes(b, inside(b, position, count)), b.axes(-2));
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
        Node column = b.narrow(boxes, b.axes(-1), b.extent(number), b.extent(1));
        return b.reshape(column, b.squeezed(column, b.axes(-1)));
    }
}
