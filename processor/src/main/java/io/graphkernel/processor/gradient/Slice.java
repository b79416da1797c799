package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.SliceBounds;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The cotangent of a range along one axis of a value. Ranges that cover the whole value are concatenated instead of
 * added with zero padding.
 *
 * @param axis sliced axis
 * @param start begin of the range
 * @param end exclusive end of the range
 * @param cotangent cotangent of the range
 * @param builder builder of the value's adjoint, with zero padding
 */
record Slice(int axis, Dim start, Dim end, Node cotangent, AdjointBuilder builder) {

    /** Builder of an adjoint. */
    @FunctionalInterface
    interface AdjointBuilder {

        /**
         * Builds the adjoint.
         *
         * @return a node of the shape of the sliced value
         * @throws TypeException if its dims are not declared
         */
        Node build() throws TypeException;
    }

    /** Returns the slice that is a range along one axis; empty for another slice. */
    static Optional<Slice> of(Node op, Node cotangent, AdjointBuilder builder) {
        List<Dim> dims = op.operands().get(0).shape().dims();
        List<Long> strides = op.attributes().longs(Attributes.STRIDES);
        Slice found = null;
        for (int axis = 0; axis < strides.size(); axis++) {
            SliceBounds bounds = SliceBounds.of(op.attributes(), axis, dims.get(axis));
            boolean isWhole = bounds.size().equals(dims.get(axis));
            if (strides.get(axis) != 1 || (!isWhole && found != null)) {
                return Optional.empty();
            }
            if (!isWhole) {
                found = new Slice(axis, bounds.start(), bounds.start().plus(bounds.size()), cotangent, builder);
            }
        }
        return Optional.ofNullable(found);
    }

    /** Returns the concatenation of the slices if they cover the whole value. */
    static Optional<Node> joined(List<Slice> slices, Node value, ExpansionBuilder ops) throws TypeException {
        int axis = slices.get(0).axis;
        List<Slice> remaining = new ArrayList<>(slices);
        List<Node> ordered = new ArrayList<>();
        Dim reached = Dim.ZERO;
        while (!remaining.isEmpty()) {
            Dim start = reached;
            Optional<Slice> next = remaining.stream()
                    .filter(slice -> slice.axis == axis && slice.start.equals(start))
                    .findFirst();
            if (next.isEmpty()) {
                return Optional.empty();
            }
            remaining.remove(next.get());
            ordered.add(next.get().cotangent);
            reached = next.get().end;
        }
        return reached.equals(value.shape().dims().get(axis))
                ? Optional.of(ops.concat(ops.axes(axis), ordered.toArray(Node[]::new)))
                : Optional.empty();
    }
}
