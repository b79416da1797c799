package io.graphkernel.op.definition.network;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.definition.movement.AlongAxis;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Alignments of sequences of labels with time. The l = 2 · s + 1 positions are s labels with blanks around them; from one
 * time to the next, an alignment stays at its position or advances, and may skip a blank between different labels.
 */
final class AlignmentLattice {

    static final String SCORES = "logProbabilities";

    private static final double IMPOSSIBLE = Double.NEGATIVE_INFINITY;

    private final ExpansionBuilder b;
    /** Class of each position, [n, l]. */
    private final Node classes;
    /** True for labels that follow another label, [n, l]. */
    private final Node followsLabel;
    /** True for labels before another label, [n, l]. */
    private final Node precedesLabel;
    /** Number of times and number of labels, [n, 1]. */
    private final Node times;

    private final Node lengths;

    private AlignmentLattice(ExpansionBuilder b) throws TypeException {
        this.b = b;
        Node targets = b.cast(b.operand("targets"), DataType.I64);
        Extent count = b.dim(targets, b.axes(1));
        Node position = b.index(b.list(b.extent(1), positions(b, count)), b.axes(1));
        Node isLabel = b.op("Equal", b.op("FloorMod", position, 2), 1);
        Node number = b.op("FloorDiv", position, 2);
        Node last = b.number(b.minus(count, b.extent(1)), number);
        Node own = AlongAxis.gathered(b, targets, b.op("Minimum", number, last), b.axes(1));
        Node previous = AlongAxis.gathered(b, targets, b.max(b.sub(number, b.number(1, number)), 0), b.axes(1));
        Node next = AlongAxis.gathered(b, targets, b.op("Minimum", b.add(number, 1), last), b.axes(1));
        classes = b.select(isLabel, own, b.number(b.extent("blank"), own));
        followsLabel = b.op("LogicalAnd", isLabel, b.op("NotEqual", own, previous));
        precedesLabel = b.op("LogicalAnd", isLabel, b.op("NotEqual", own, next));
        times = column("inputLengths");
        lengths = column("targetLengths");
    }

    static AlignmentLattice of(ExpansionBuilder b) throws TypeException {
        return new AlignmentLattice(b);
    }

    private static Extent positions(ExpansionBuilder b, Extent labels) {
        return b.plus(b.times(labels, b.extent(2)), b.extent(1));
    }

    private Node column(String name) throws TypeException {
        Node vector = b.cast(b.operand(name), DataType.I64);
        return b.reshape(vector, b.insert(b.dims(vector), b.axes(1), b.extent(1)));
    }

    /** Returns the elements of the class of each position, [t, n, l] of [t, n, c]. */
    private Node atPositions(Node x) throws TypeException {
        return AlongAxis.gathered(b, x, classes, b.axes(-1));
    }

    /** Returns the sums over the positions of each class, [t, n, c] of [t, n, l]. */
    private Node byClass(Node x) throws TypeException {
        Node scores = b.operand(SCORES);
        Node indices = b.broadcastTo(classes, b.dims(x));
        Extent count = AlongAxis.elements(b, x);
        Node flat = b.reshape(AlongAxis.flat(b, scores, indices, b.axes(-1)), b.list(count));
        Node values = b.reshape(x, b.list(b.extent(1), count, b.extent(1)));
        return b.reshape(b.gatherGradient(values, flat, AlongAxis.elements(b, scores)), b.dims(scores));
    }

    /** Returns the logarithms of the probabilities of all alignments together, [n]. */
    Node total() throws TypeException {
        Node reached = forward(false, List.of(atPositions(b.operand(SCORES)))).get(0);
        Node total = ends(reached).logarithm(b);
        return b.reshape(total, b.squeezed(total, b.axes(1)));
    }

    /**
     * Returns the probability of each class at each time, given the labels, [t, n, c]; 0 for labels that no alignment has.
     */
    Node posterior() throws TypeException {
        return byClass(posteriors(List.of(atPositions(b.operand(SCORES)))).get(0));
    }

    /** Returns the derivative of {@link #posterior} in a direction. */
    Node posteriorTangent(Node direction) throws TypeException {
        List<Node> both = posteriors(List.of(atPositions(b.operand(SCORES)), atPositions(direction)));
        return byClass(b.mul(both.get(0), both.get(1)));
    }

    /** Returns the probability of each position at each time, and the tangent of its logarithm if scores have one. */
    private List<Node> posteriors(List<Node> scores) throws TypeException {
        int count = scores.size();
        List<Node> forward = forward(true, scores);
        List<Node> backward = backward(scores);
        LogSum total = ends(forward.get(0));
        List<Node> terms = new ArrayList<>();
        Node isPossible = null;
        for (int i = 0; i < count; i++) {
            Node until = forward.get(count + i);
            Node from = b.call("Reverse", Map.of("axes", b.axes(0)), backward.get(count + i));
            if (i == 0) {
                isPossible =
                        b.op("LogicalAnd", b.op("NotEqual", until, IMPOSSIBLE), b.op("NotEqual", from, IMPOSSIBLE));
            }
            Node whole = i == 0 ? total.logarithm(b) : total.tangent(b, forward.get(i));
            terms.add(b.sub(b.sub(b.add(until, from), scores.get(i)), whole));
        }
        Node time = b.index(b.dims(scores.get(0)), b.axes(0));
        Node isUsed = b.op("LogicalAnd", isPossible, b.op("Less", time, times));
        for (int i = 0; i < count; i++) {
            terms.set(i, b.select(isUsed, terms.get(i), 0));
        }
        terms.set(0, b.select(isUsed, b.op("Exp", terms.get(0)), 0));
        return terms;
    }

    private List<Node> forward(boolean isStacked, List<Node> scores) throws TypeException {
        Node position = b.index(b.dims(classes), b.axes(1));
        return scanned(true, isStacked, b.op("Equal", position, 0), scores);
    }

    private List<Node> backward(List<Node> scores) throws TypeException {
        Node position = b.index(b.dims(classes), b.axes(1));
        return scanned(false, true, b.op("Equal", position, b.mul(lengths, 2)), scores);
    }

    /**
     * Returns the logarithm of the probability of all alignments up to each position or from it on, and its tangent, then
     * those of all times, from the last one on in a backward scan.
     */
    private List<Node> scanned(boolean isForward, boolean isStacked, Node isStart, List<Node> scores)
            throws TypeException {
        Node like = b.operand(SCORES);
        List<Node> initial = new ArrayList<>();
        initial.add(b.select(isStart, b.number(0, like), IMPOSSIBLE));
        List<Node> captured = new ArrayList<>(List.of(times, isForward ? followsLabel : precedesLabel));
        if (scores.size() > 1) {
            initial.add(b.op("ZerosLike", initial.get(0)));
        }
        captured.addAll(scores);
        Extent count = b.dim(like, b.axes(0));
        Extent last = b.minus(count, b.extent(1));
        return b.iterate(count, initial, captured, (ops, step, carried, read) -> {
            Extent time = isForward ? step : ops.minus(last, step);
            Node isRunning = ops.op("Greater", read.get(0), ops.number(time, read.get(0)));
            LogSum sum = advanced(ops, isForward ? -1 : 1, read.get(1), carried.get(0));
            List<Node> next = new ArrayList<>();
            for (int i = 0; i < carried.size(); i++) {
                Node before = carried.get(i);
                Node combined = i == 0 ? sum.logarithm(ops) : advancedTangent(ops, isForward ? -1 : 1, sum, before);
                Node added = ops.add(combined, at(ops, read.get(2 + i), time));
                next.add(ops.select(isRunning, added, before));
            }
            if (isStacked) {
                next.addAll(List.copyOf(next));
            }
            return next;
        });
    }

    /** Returns a slice by the op that gradients of loops know. */
    private static Node at(ExpansionBuilder b, Node x, Extent time) throws TypeException {
        Node slice = b.call("Narrow", Map.of("axis", b.axes(0), "start", time, "length", b.extent(1)), x);
        return b.reshape(slice, b.squeezed(slice, b.axes(0)));
    }

    private static LogSum advanced(ExpansionBuilder b, int step, Node mayAdvanceTwice, Node x) throws TypeException {
        Node near = b.select(exists(b, x, step), moved(b, x, step), IMPOSSIBLE);
        Node isFar = b.op("LogicalAnd", mayAdvanceTwice, exists(b, x, 2 * step));
        return new LogSum(List.of(x, near, b.select(isFar, moved(b, x, 2 * step), IMPOSSIBLE)));
    }

    private static Node advancedTangent(ExpansionBuilder b, int step, LogSum sum, Node x) throws TypeException {
        return sum.tangent(b, x, moved(b, x, step), moved(b, x, 2 * step));
    }

    /** Returns the elements at other positions, and those at the ends for positions that do not exist. */
    private static Node moved(ExpansionBuilder b, Node x, int step) throws TypeException {
        Axes axis = b.axes(1);
        Extent count = b.dim(x, axis);
        Node position = b.index(b.list(count), b.axes(0));
        Node other = b.add(position, b.number(step, position));
        Node last = b.number(b.minus(count, b.extent(1)), position);
        return b.gather(x, b.op("Minimum", b.max(other, 0), last), axis);
    }

    private static Node exists(ExpansionBuilder b, Node x, int step) throws TypeException {
        Dims row = b.list(b.extent(1), b.dim(x, b.axes(1)));
        Node position = b.index(row, b.axes(1));
        Node other = b.add(position, b.number(step, position));
        Node count = b.number(b.dim(x, b.axes(1)), position);
        return b.op("LogicalAnd", b.op("GreaterEqual", other, 0), b.op("Less", other, count));
    }

    /** Returns the sum over the last label and the blank after it. */
    private LogSum ends(Node reached) throws TypeException {
        Node distance = b.sub(b.mul(lengths, 2), b.index(b.dims(reached), b.axes(1)));
        Node isLast = b.op("LogicalOr", b.op("Equal", distance, 0), b.op("Equal", distance, 1));
        return new LogSum(List.of(b.select(isLast, reached, IMPOSSIBLE)));
    }
}
