package io.graphkernel.processor.pass.arithmetic;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Axes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** What rules ask of reductions. */
final class Reductions {

    private Reductions() {}

    /** One reduction in place of two of the same kind: the axes of both, counted in the operand of the inner one. */
    static Optional<Attributes> merged(Match match) {
        Node outer = match.op(0);
        Node inner = match.op(1);
        boolean keepDims = inner.attributes().keepDims();
        if (outer.attributes().keepDims() != keepDims) {
            return Optional.empty();
        }
        List<Integer> first = axes(inner, match.letter("A"));
        TreeSet<Integer> all = new TreeSet<>(first);
        List<Integer> left = left(first, match.letter("A").shape().rank());
        axes(outer, inner).forEach(axis -> all.add(keepDims ? axis : left.get(axis)));
        List<Long> merged = all.stream().map(Long::valueOf).toList();
        // No axes would mean all axes; only a scalar has none.
        return Optional.of(outer.attributes().with(Attributes.AXES, merged));
    }

    /** The reduction of a single element, in the shape of the result. */
    static Optional<Attributes> overUnits(Match match) {
        Node operand = match.letter("A");
        boolean units = axes(match.op(0), operand).stream()
                .allMatch(axis -> operand.shape().dims().get(axis).equals(Dim.ONE));
        return units ? Movements.toShape(match) : Optional.empty();
    }

    /** The axes that a reduction leaves, in order. */
    private static List<Integer> left(List<Integer> reduced, int rank) {
        List<Integer> left = new ArrayList<>();
        for (int axis = 0; axis < rank; axis++) {
            if (!reduced.contains(axis)) {
                left.add(axis);
            }
        }
        return left;
    }

    private static List<Integer> axes(Node reduction, Node operand) {
        try {
            return Axes.normalized(operand.shape(), reduction.attributes().axes());
        } catch (TypeException e) {
            throw new IllegalStateException(reduction + ": " + e.getMessage(), e);
        }
    }
}
