package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Rules of ops that select as many slices as their elements determine, up to a declared size. Slices beyond their
 * number are zeros.
 */
final class SelectionRules {

    private static final String SIZE = "size";

    /** Outputs of Unique with an element for each different one. */
    private static final int[] GROUPED = {0, 1, 3};

    private SelectionRules() {}

    static void addTo(OnnxOps ops) {
        ops.single("NonZero", SelectionRules::nonzero);
        ops.single("Compress", SelectionRules::compressed);
        ops.add("Unique", SelectionRules::unique);
        ops.single("NonMaxSuppression", SelectionRules::boxes);
    }

    private static Node nonzero(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node x = call.value(0).whole(call);
        if (x.shape().rank() == 0) {
            throw new UnsupportedNodeException("its input has no axes");
        }
        Dim size = call.declaredSize(1, 0);
        Dim elements = Dim.product(x.shape().dims());
        List<Node> indices = call.results("Nonzero", 2, size(size.min(elements)), x);
        call.count(0, indices.get(1));
        return call.transposed(resized(call, indices.get(0), 0, size), List.of(1L, 0L));
    }

    /** Returns the slices of one axis that a mask selects, which may be shorter than the axis. */
    private static Node compressed(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node x = call.in(0);
        boolean isFlat = !call.has("axis");
        Node slices = isFlat ? call.reshaped(x, List.of(Dim.product(x.shape().dims()))) : x;
        int axis = isFlat ? 0 : call.axis(call.integer("axis", 0), x.shape().rank());
        Dim size = call.declaredSize(axis, 0);
        Selection selection = Selection.of(call, call.value(1).whole(call), size);
        call.count(0, selection.count());
        return resized(call, selection.gathered(slices, axis), axis, size);
    }

    private static Attributes size(Dim size) {
        return Attributes.NONE.with(SIZE, List.of(size));
    }

    private static Attributes axis(long axis) {
        return Attributes.NONE.with(Attributes.AXIS, axis);
    }

    private static Node number(OnnxCall call, Dim size) {
        return size instanceof Dim.Constant constant
                ? call.add(Node.constant(constant.size(), DataType.I64))
                : call.add(Node.dimension(size, DataType.I64));
    }

    /** Returns the first slices along an axis, up to a size, then zeros. */
    private static Node resized(OnnxCall call, Node x, int axis, Dim size) throws TypeException {
        Dim length = x.shape().dims().get(axis);
        Dim kept = size.min(length);
        Node slices = kept.equals(length) ? x : call.narrowed(x, axis, Dim.ZERO, kept, 1);
        return kept.equals(size) ? slices : call.framed(slices, call.number(0, x), axis, Dim.ZERO, size.minus(kept));
    }

    /**
     * Positions of the true elements of a vector.
     *
     * @param call receiver of the ops
     * @param positions their first positions, then zeros; not more than the vector has elements
     * @param isValid mask of the positions that are not beyond the number
     * @param count number of all
     */
    private record Selection(OnnxCall call, Node positions, Node isValid, Node count) {

        /** Selects at most a number of elements. */
        static Selection of(OnnxCall call, Node mask, Dim size) throws TypeException {
            Dim length = size.min(mask.shape().dims().get(0));
            List<Node> results = call.results("Nonzero", 2, size(length), mask);
            Node rank = call.positions(List.of(length), 0);
            return new Selection(
                    call,
                    call.reshaped(results.get(0), List.of(length)),
                    call.op("Less", rank, results.get(1)),
                    results.get(1));
        }

        /** Returns the slices at the positions, then zeros. */
        Node gathered(Node x, int axis) throws TypeException {
            List<Dim> dims = new ArrayList<>(Collections.nCopies(x.shape().rank(), Dim.ONE));
            dims.set(axis, isValid.shape().dims().get(0));
            return call.ops().select(call.reshaped(isValid, dims), call.op("Gather", axis(axis), x, positions), 0);
        }
    }

    /** Returns the different elements in ascending order, or in that of their first occurrences. */
    private static List<OnnxValue> unique(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node x = call.in(0);
        if (call.has("axis")
                && (x.shape().rank() != 1
                        || call.axis(call.integer("axis", 0), x.shape().rank()) != 0)) {
            throw new UnsupportedNodeException(
                    "it compares slices of " + x.shape().rank() + " axes");
        }
        Dim length = Dim.product(x.shape().dims());
        Node flat = call.reshaped(x, List.of(length));
        Node order = order(call, flat);
        Node sorted = call.op("Gather", axis(0), flat, order);
        Node index = call.positions(List.of(length), 0);
        Node before = call.op(
                "Gather", axis(0), sorted, call.op("Maximum", call.ops().add(index, -1), call.number(0, index)));
        Node isFirst = call.op(
                "LogicalOr", call.op("Equal", index, call.number(0, index)), call.op("NotEqual", sorted, before));
        boolean isSized = IntStream.of(GROUPED).anyMatch(call::isUsed);
        Dim size = isSized ? call.declaredSize(0, GROUPED) : length;
        Selection groups = Selection.of(call, isFirst, length);
        Node first = groups.gathered(order, 0);
        Node values = groups.gathered(sorted, 0);
        Node sizes = groupSizes(call, groups, length);
        Node group = call.ops()
                .add(
                        call.op(
                                "CumSum",
                                axis(0).with("exclusive", false).with("reverse", false),
                                call.cast(isFirst, DataType.I64)),
                        -1);
        Node inverse = call.op("Gather", axis(0), group, order(call, order));
        if (!call.flag("sorted", true)) {
            Node last =
                    call.ops().select(groups.isValid(), first, call.add(Node.constant(Long.MAX_VALUE, DataType.I64)));
            Node byOccurrence = order(call, last);
            first = call.op("Gather", axis(0), first, byOccurrence);
            values = call.op("Gather", axis(0), values, byOccurrence);
            sizes = call.op("Gather", axis(0), sizes, byOccurrence);
            inverse = call.op("Gather", axis(0), order(call, byOccurrence), inverse);
        }
        for (int output : GROUPED) {
            if (call.isUsed(output)) {
                call.count(output, groups.count());
            }
        }
        return List.of(
                OnnxValue.of(resized(call, values, 0, size)),
                OnnxValue.of(resized(call, first, 0, size)),
                OnnxValue.of(inverse),
                OnnxValue.of(resized(call, sizes, 0, size)));
    }

    /** Returns the distances between the positions of adjacent groups, and that of the last one from the end. */
    private static Node groupSizes(OnnxCall call, Selection groups, Dim length) throws TypeException {
        Node rank = call.positions(List.of(groups.positions().shape().dims().get(0)), 0);
        Node following =
                call.op("Gather", axis(0), groups.positions(), call.ops().add(rank, 1));
        Node isLast = call.op("GreaterEqual", call.ops().add(rank, 1), groups.count());
        Node end = call.op("Select", isLast, number(call, length), following);
        return call.ops().select(groups.isValid(), call.op("Sub", end, groups.positions()), 0);
    }

    /** Returns the positions that sort a vector. */
    private static Node order(OnnxCall call, Node x) throws TypeException {
        return call.op("ArgSort", axis(0).with("descending", false), x);
    }

    /** Returns the boxes of each batch and class without those that a box of a higher score overlaps. */
    private static Node boxes(OnnxCall call) throws TypeException, UnsupportedNodeException {
        List<Dim> dims = call.dims(1);
        if (dims.size() != 3 || call.rank(0) != 3) {
            throw new UnsupportedNodeException("its scores have " + dims.size() + " axes");
        }
        Dim batches = dims.get(0);
        Dim classes = dims.get(1);
        Dim count = dims.get(2);
        long maxBoxes = call.has(2) ? call.numbers(2).get(0) : 0;
        if (maxBoxes < 1) {
            throw new UnsupportedNodeException("it selects " + maxBoxes + " boxes");
        }
        Dim perClass = Dim.of(maxBoxes).min(count);
        Node scores = call.in(1);
        Node minScore = call.has(4) ? call.reshaped(call.value(4).whole(call), List.of()) : null;
        if (minScore != null) {
            // A NaN is the largest score of the op, and would suppress other boxes.
            scores = call.ops().select(call.op("Greater", scores, minScore), scores, Double.NEGATIVE_INFINITY);
        }
        Node corners = call.reshaped(corners(call), List.of(batches, Dim.ONE, count, Dim.of(4)));
        Node threshold = call.has(3)
                ? call.reshaped(call.value(3).whole(call), List.of())
                : call.add(Node.constant(0, scores.dtype()));
        List<Node> selected = call.results(
                "NonMaxSuppression",
                2,
                size(perClass),
                call.expanded(corners, List.of(batches, classes, count, Dim.of(4))),
                scores,
                threshold);
        List<Dim> ranks = List.of(batches, classes, perClass);
        Node counts = call.reshaped(selected.get(1), List.of(batches, classes, Dim.ONE));
        Node isSelected = call.op("Less", call.positions(ranks, 2), counts);
        if (minScore != null) {
            Node score = call.op("TakeAlongAxis", axis(2), scores, selected.get(0));
            isSelected = call.op("LogicalAnd", isSelected, call.op("Greater", score, minScore));
        }
        Dim candidates = Dim.product(ranks);
        Dim size = call.declaredSize(0, 0);
        Selection selection = Selection.of(call, call.reshaped(isSelected, List.of(candidates)), size);
        call.count(0, selection.count());
        Node box = selection.gathered(call.reshaped(selected.get(0), List.of(candidates)), 0);
        Node perBatch = number(call, classes.times(perClass));
        Node batch = call.op("FloorDiv", selection.positions(), perBatch);
        Node ofBatch = call.op("FloorMod", selection.positions(), perBatch);
        Node ofClass = call.op("FloorDiv", ofBatch, number(call, perClass));
        List<Dim> column = List.of(selection.positions().shape().dims().get(0), Dim.ONE);
        Node rows = call.concatenated(
                1, call.reshaped(batch, column), call.reshaped(ofClass, column), call.reshaped(box, column));
        return resized(call, rows, 0, size);
    }

    /** Returns two corners of each box, also of one that is given by its center and its size. */
    private static Node corners(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node boxes = call.in(0);
        if (!call.flag("center_point_box", false)) {
            return boxes;
        }
        Node center = call.narrowed(boxes, 2, Dim.ZERO, Dim.of(2), 1);
        Node half = call.ops().mul(call.narrowed(boxes, 2, Dim.of(2), Dim.of(4), 1), 0.5);
        return call.concatenated(2, call.ops().sub(center, half), call.ops().add(center, half));
    }
}
