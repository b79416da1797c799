package io.graphkernel.op.definition.order;

import io.graphkernel.common.target.ReferenceModel;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.definition.movement.AlongAxis;
import java.util.List;

/** Expansion of a search in sorted rows: the number of elements of a row before the position of each value. */
final class SortedSearch {

    /** Bits of a digit: the number of iterations is a multiple of it, so that it is a short expression of a symbolic size. */
    private static final int DIGIT_BITS = 4;

    /** Maximum number of digits of a size. */
    private static final int MAX_DIGITS = 10;

    private SortedSearch() {}

    /**
     * Returns the number of elements of a row that precede each value.
     *
     * @param sorted rows [n, size]
     * @param values values [n, count], searched in the row of the same index
     * @return i64 tensor [n, count]
     */
    static Node count(ExpansionBuilder b, Node sorted, Node values) throws TypeException {
        Extent size = b.dim(sorted, b.axes(1));
        Extent limit = b.extent(ReferenceModel.DEFAULT.search().maxCompared());
        return b.areKnownEqual(b.larger(size, limit), limit)
                ? compared(b, sorted, values)
                : b.iterate(bits(b, size), List.of(zeros(b, values)), List.of(sorted, values), SortedSearch::step)
                        .get(0);
    }

    /** Compares each value with all elements of its row, an element at a time, for vectors of values. */
    private static Node compared(ExpansionBuilder b, Node sorted, Node values) throws TypeException {
        Dims columns = b.list(b.dim(sorted, b.axes(0)), b.dim(sorted, b.axes(1)), b.extent(1));
        Dims rows = b.list(b.dim(values, b.axes(0)), b.extent(1), b.dim(values, b.axes(1)));
        Node precedes = precedes(b, b.reshape(sorted, columns), b.reshape(values, rows));
        Node count = b.reduce("ReduceSum", b.cast(precedes, DataType.I32), b.axes(1), false);
        return b.cast(count, DataType.I64);
    }

    /** Adds the bit of an iteration, from the highest one on, if the element before that position precedes the value. */
    private static List<Node> step(ExpansionBuilder b, Extent index, List<Node> carried, List<Node> captured)
            throws TypeException {
        Node count = carried.get(0);
        Node sorted = captured.get(0);
        Node values = captured.get(1);
        Extent size = b.dim(sorted, b.axes(1));
        Extent bit = b.minus(b.minus(bits(b, size), b.extent(1)), index);
        Node position = b.add(count, b.op("LeftShift", b.number(1, count), b.number(bit, count)));
        Node row = b.mul(b.index(b.dims(values), b.axes(0)), b.number(size, count));
        Node flat = b.reshape(sorted, b.list(AlongAxis.elements(b, sorted)));
        Node last = b.number(size, count);
        Node isInside = b.op("LessEqual", position, last);
        Node before = b.sub(b.add(row, b.op("Minimum", position, last)), b.number(1, count));
        Node isBelow = precedes(b, b.gather(flat, before, b.axes(0)), values);
        return List.of(b.select(b.op("LogicalAnd", isInside, isBelow), position, count));
    }

    private static Node precedes(ExpansionBuilder b, Node element, Node value) throws TypeException {
        Node isNan = b.op("NotEqual", value, value);
        return b.flag("right")
                ? b.op("LogicalOr", b.op("LessEqual", element, value), isNan)
                : b.op(
                        "LogicalOr",
                        b.op("Less", element, value),
                        b.op("LogicalAnd", isNan, b.op("Equal", element, element)));
    }

    private static Node zeros(ExpansionBuilder b, Node values) throws TypeException {
        Node like = b.index(b.dims(values), b.axes(0));
        return b.op("ZerosLike", like);
    }

    /** Returns the number of bits of a size, rounded up to whole digits. */
    private static Extent bits(ExpansionBuilder b, Extent size) throws TypeException {
        Extent digits = b.extent(0);
        for (int digit = 0; digit < MAX_DIGITS; digit++) {
            Extent isPresent = b.smaller(b.quotient(size, 1L << DIGIT_BITS * digit), b.extent(1));
            digits = b.plus(digits, isPresent);
        }
        return b.times(digits, b.extent(DIGIT_BITS));
    }
}
