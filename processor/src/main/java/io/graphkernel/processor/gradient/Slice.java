package io.graphkernel.processor.gradient;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.SliceBounds;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.ExpansionBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The cotangent of a range along one axis of a value. Ranges that make up the whole value are joined, in place of as many sums
 * with zeros.
 *
 * @param axis along which the range is
 * @param start where it begins
 * @param end where it ends
 * @param cotangent of the range
 * @param whole makes the value's adjoint of it, with zeros elsewhere
 */
record Slice(int axis, Dim start, Dim end, Node cotangent, Whole whole) {

    /** Makes an adjoint. */
    @FunctionalInterface
    interface Whole {

        /**
         * Makes the adjoint.
         *
         * @return of the shape of what was sliced
         * @throws TypeException if its dims are not declared
         */
        Node make() throws TypeException;
    }

    /** A slice that is a range along one axis; empty for another one. */
    static Optional<Slice> of(Node op, Node cotangent, Whole whole) {
        List<Dim> dims = op.operands().get(0).shape().dims();
        List<Long> strides = op.attributes().longs(Attributes.STRIDES);
        Slice found = null;
        for (int axis = 0; axis < strides.size(); axis++) {
            Dim begin = op.attributes().dims(Attributes.BEGIN).get(axis);
            Dim end = op.attributes().dims(Attributes.END).get(axis);
            SliceBounds bounds = SliceBounds.of(dims.get(axis), begin, end, strides.get(axis));
            boolean isWhole = bounds.size().equals(dims.get(axis));
            if (strides.get(axis) != 1 || (!isWhole && found != null)) {
                return Optional.empty();
            }
            if (!isWhole) {
                found = new Slice(axis, bounds.start(), bounds.start().plus(bounds.size()), cotangent, whole);
            }
        }
        return Optional.ofNullable(found);
    }

    /** The slices one after the other, if they are the whole value together. */
    static Optional<Node> joined(List<Slice> slices, Node value, ExpansionBuilder ops) throws TypeException {
        int axis = slices.get(0).axis;
        List<Slice> rest = new ArrayList<>(slices);
        List<Node> ordered = new ArrayList<>();
        Dim reached = Dim.ZERO;
        while (!rest.isEmpty()) {
            Dim start = reached;
            Optional<Slice> next = rest.stream()
                    .filter(slice -> slice.axis == axis && slice.start.equals(start))
                    .findFirst();
            if (next.isEmpty()) {
                return Optional.empty();
            }
            rest.remove(next.get());
            ordered.add(next.get().cotangent);
            reached = next.get().end;
        }
        return reached.equals(value.shape().dims().get(axis))
                ? Optional.of(ops.concat(ops.axes(axis), ordered.toArray(Node[]::new)))
                : Optional.empty();
    }
}
