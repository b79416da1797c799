package io.graphkernel.graph;

import io.graphkernel.graph.TypeException.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Validation and normalization of axes that the user writes, to axes counted from the front. */
public final class Axes {

    private Axes() {}

    /**
     * Returns a normalized set of axes.
     *
     * @param shape the shape that the axes refer to
     * @param axes as written; negative counts from the end; empty for all
     * @return axes in [0, rank), sorted
     * @throws TypeException if an axis is out of range or named twice, or the shape has no declared rank
     */
    public static List<Integer> normalized(Shape shape, List<Long> axes) throws TypeException {
        List<Integer> normalized = distinct(shape, axes);
        return axes.isEmpty()
                ? IntStream.range(0, shape.rank()).boxed().toList()
                : normalized.stream().sorted().toList();
    }

    /**
     * Returns normalized axes in the given order.
     *
     * @param shape the shape that the axes refer to
     * @param axes as written; negative counts from the end
     * @return axes in [0, rank)
     * @throws TypeException if an axis is out of range or named twice, or the shape has no declared rank
     */
    public static List<Integer> distinct(Shape shape, List<Long> axes) throws TypeException {
        requireRank(shape);
        List<Integer> normalized = new ArrayList<>();
        for (long axis : axes) {
            int index = normalized(shape, axis);
            if (normalized.contains(index)) {
                throw TypeException.axisRepeated(axis, shape);
            }
            normalized.add(index);
        }
        return List.copyOf(normalized);
    }

    /**
     * Returns one normalized axis.
     *
     * @param shape the shape that the axis refers to
     * @param axis as written; negative counts from the end
     * @return the axis in [0, rank)
     * @throws TypeException if the axis is out of range, or the shape has no declared rank
     */
    public static int normalized(Shape shape, long axis) throws TypeException {
        requireRank(shape);
        if (axis < -shape.rank() || axis >= shape.rank()) {
            throw TypeException.axisOutOfRange(axis, "a value of shape " + shape, shape.rank());
        }
        return (int) (axis < 0 ? axis + shape.rank() : axis);
    }

    /**
     * Returns the normalized axis permutation of a transpose.
     *
     * @param shape the operand's shape
     * @param permutation the operand's axis for each axis of the result, as written; empty to reverse the order
     * @return axes in [0, rank), each once
     * @throws TypeException if it is not a permutation, or the shape has no declared rank
     */
    public static List<Integer> permutation(Shape shape, List<Long> permutation) throws TypeException {
        requireRank(shape);
        int rank = shape.rank();
        if (permutation.isEmpty()) {
            return IntStream.range(0, rank).mapToObj(axis -> rank - 1 - axis).toList();
        }
        List<Integer> axes = distinct(shape, permutation);
        if (axes.size() != rank) {
            throw new TypeException(
                    Problem.BAD_ATTRIBUTE,
                    -1,
                    "permutation " + permutation + " does not name each of the " + rank + " axes of shape " + shape);
        }
        return axes;
    }

    private static void requireRank(Shape shape) throws TypeException {
        if (shape.isUnranked()) {
            throw new TypeException(
                    Problem.UNRANKED_SHAPE,
                    0,
                    "the number of axes of " + String.join(", ", shape.parameters()) + " is not declared");
        }
    }
}
