package io.graphkernel.processor.pass.arithmetic;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Axes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Guards of rules over reductions. */
final class ReductionGuards {

    private ReductionGuards() {}

    /**
     * Returns one reduction that replaces two of the same kind: the axes of both, relative to the operand of the inner
     * one.
     */
    static Optional<Attributes> merged(Match match) {
        Node outer = match.op(0);
        Node inner = match.op(1);
        boolean keepDims = inner.attributes().keepDims();
        if (outer.attributes().keepDims() != keepDims) {
            return Optional.empty();
        }
        List<Integer> first = axes(inner, match.letter("A"));
        TreeSet<Integer> axes = new TreeSet<>(first);
        List<Integer> remainingAxes =
                remainingAxes(first, match.letter("A").shape().rank());
        axes(outer, inner).forEach(axis -> axes.add(keepDims ? axis : remainingAxes.get(axis)));
        List<Long> merged = axes.stream().map(Long::valueOf).toList();
        // An empty list would mean all axes; only a scalar has none.
        return Optional.of(outer.attributes().with(Attributes.AXES, merged));
    }

    /** Returns the attributes for the reduction of a single element, in the shape of the result. */
    static Optional<Attributes> overUnits(Match match) {
        Node operand = match.letter("A");
        boolean units = axes(match.op(0), operand).stream()
                .allMatch(axis -> operand.shape().dims().get(axis).equals(Dim.ONE));
        return units ? MovementGuards.toShape(match) : Optional.empty();
    }

    /** Returns the axes that a reduction keeps, in order. */
    private static List<Integer> remainingAxes(List<Integer> reduced, int rank) {
        List<Integer> remainingAxes = new ArrayList<>();
        for (int axis = 0; axis < rank; axis++) {
            if (!reduced.contains(axis)) {
                remainingAxes.add(axis);
            }
        }
        return remainingAxes;
    }

    private static List<Integer> axes(Node reduction, Node operand) {
        try {
            return Axes.normalized(operand.shape(), reduction.attributes().axes());
        } catch (TypeException e) {
            throw new IllegalStateException(reduction + ": " + e.getMessage(), e);
        }
    }
}
