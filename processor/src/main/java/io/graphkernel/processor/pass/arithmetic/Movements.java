package io.graphkernel.processor.pass.arithmetic;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.loop.Views;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** What rules ask of views, which move elements and do not compute, and of conversions that convert nothing. */
final class Movements {

    private Movements() {}

    /** The dims of a reshape to the shape of what is replaced. */
    static Optional<Attributes> toShape(Match match) {
        return Optional.of(
                Attributes.NONE.with(Attributes.DIMS, match.op(0).shape().dims()));
    }

    /** A transpose that moves only axes of size 1 leaves the elements in their order. */
    static Optional<Attributes> keepsOrder(Match match) {
        boolean kept = keepsOrder(match.letter("A").shape(), Views.permutation(match.op(0)));
        return kept ? toShape(match) : Optional.empty();
    }

    /** Two transposes that together move only axes of size 1. */
    static Optional<Attributes> keepsOrderTogether(Match match) {
        boolean kept = keepsOrder(match.op(2).shape(), composition(match));
        return kept ? toShape(match) : Optional.empty();
    }

    /** Two transposes that are inverse to each other. */
    static Optional<Attributes> cancels(Match match) {
        List<Integer> axes = composition(match);
        boolean identity = IntStream.range(0, axes.size()).allMatch(axis -> axes.get(axis) == axis);
        return identity ? Optional.of(Attributes.NONE) : Optional.empty();
    }

    /** The permutation of two transposes. */
    static Optional<Attributes> composed(Match match) {
        List<Long> axes = composition(match).stream().map(Long::valueOf).toList();
        return Optional.of(Attributes.NONE.with(Attributes.PERMUTATION, axes));
    }

    /** A slice with all elements, in their order. */
    static Optional<Attributes> coversAll(Match match) {
        Node slice = match.op(0);
        boolean all = slice.type().equals(match.letter("A").type())
                && slice.attributes().longs(Attributes.STRIDES).stream().allMatch(step -> step == 1);
        return all ? toShape(match) : Optional.empty();
    }

    /** A conversion to the dtype of the operand. */
    static Optional<Attributes> keepsType(Match match) {
        boolean same = match.op(0).type().equals(match.letter("A").type());
        return same ? Optional.of(Attributes.NONE) : Optional.empty();
    }

    /** The inner transpose's axis of its operand, for each axis of the outer one. */
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
