package io.graphkernel.processor.pass.arithmetic;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.processor.loop.Views;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Guards of rules over views, which move elements without computing, and of no-op conversions. */
final class MovementGuards {

    private MovementGuards() {}

    /** Returns the dims of a reshape to the shape of the replaced value. */
    static Optional<Attributes> toShape(Match match) {
        return Optional.of(
                Attributes.NONE.with(Attributes.DIMS, match.op(0).shape().dims()));
    }

    /** Accepts a transpose that moves only axes of size 1, which preserves the order of elements. */
    static Optional<Attributes> keepsOrder(Match match) {
        boolean inOrder = keepsOrder(match.letter("A").shape(), Views.permutation(match.op(0)));
        return inOrder ? toShape(match) : Optional.empty();
    }

    /** Accepts two transposes that together move only axes of size 1. */
    static Optional<Attributes> keepsOrderTogether(Match match) {
        boolean inOrder = keepsOrder(match.op(2).shape(), composition(match));
        return inOrder ? toShape(match) : Optional.empty();
    }

    /** Accepts two transposes that are inverse to each other. */
    static Optional<Attributes> cancels(Match match) {
        List<Integer> axes = composition(match);
        boolean identity = IntStream.range(0, axes.size()).allMatch(axis -> axes.get(axis) == axis);
        return identity ? Optional.of(Attributes.NONE) : Optional.empty();
    }

    /** Returns the composed permutation of two transposes. */
    static Optional<Attributes> composed(Match match) {
        List<Long> axes = composition(match).stream().map(Long::valueOf).toList();
        return Optional.of(Attributes.NONE.with(Attributes.PERMUTATION, axes));
    }

    /** Accepts a slice of all elements in their order. */
    static Optional<Attributes> coversAll(Match match) {
        Node slice = match.op(0);
        boolean complete = slice.type().equals(match.letter("A").type())
                && slice.attributes().longs(Attributes.STRIDES).stream().allMatch(step -> step == 1);
        return complete ? toShape(match) : Optional.empty();
    }

    /** Accepts a conversion to the dtype of the operand. */
    static Optional<Attributes> keepsType(Match match) {
        boolean same = match.op(0).type().equals(match.letter("A").type());
        return same ? Optional.of(Attributes.NONE) : Optional.empty();
    }

    /** Returns the inner transpose's axis of its operand, for each axis of the outer one. */
    private static List<Integer> composition(Match match) {
        List<Integer> inner = Views.permutation(match.op(1));
        return Views.permutation(match.op(0)).stream().map(inner::get).toList();
    }

    private static boolean keepsOrder(Shape shape, List<Integer> permutation) {
        List<Integer> moved = permutation.stream()
                .filter(axis -> !shape.dims().get(axis).equals(Dim.ONE))
                .toList();
        return moved.equals(moved.stream().sorted().toList());
    }
}
