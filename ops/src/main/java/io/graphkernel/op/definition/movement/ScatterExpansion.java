package io.graphkernel.op.definition.movement;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import java.util.Map;

/**
 * Expansion of scattering into slices of a tensor. The update that an element takes is found by a stable sort of the
 * positions, so that the order of duplicates is deterministic.
 */
final class ScatterExpansion {

    /** Number of bits of each half of a 64-bit integer. */
    private static final int HALF_BITS = 32;

    private final ExpansionBuilder b;

    /** Tensor [a, size, c]. */
    private final Node x;

    /** Position along the middle axis for each update, as i64 [n]; one out of range has no effect. */
    private final Node positions;

    /** Updates [a, n, c]. */
    private final Node updates;

    private final Axes rows;
    private final Extent size;

    ScatterExpansion(ExpansionBuilder b, Node x, Node positions, Node updates) throws TypeException {
        this.b = b;
        this.x = x;
        this.updates = updates;
        rows = b.axes(1);
        size = b.dim(x, rows);
        this.positions = positions;
    }

    /** Returns non-negative positions; invalid ones become {@link AlongAxis#NOWHERE}. */
    static Node positions(ExpansionBuilder b, Node indices, Extent size) throws TypeException {
        Node index = b.cast(indices, DataType.I64);
        Node fromStart = b.select(b.op("Less", index, 0), b.add(index, b.number(size, index)), index);
        Node isInside = b.op(
                "LogicalAnd", b.op("GreaterEqual", fromStart, 0), b.op("Less", fromStart, b.number(size, fromStart)));
        return b.select(isInside, fromStart, AlongAxis.NOWHERE);
    }

    Node reduced(String reduction, DataType dtype) throws TypeException {
        boolean isFloating = dtype.isFloating();
        return switch (reduction) {
            case "ADD" -> b.add(x, isFloating ? sum(updates) : integerSum(dtype));
            case "MUL" -> b.mul(x, product());
            case "MIN" -> b.op("Minimum", x, extreme(isFloating ? b.op("Neg", updates) : b.op("BitwiseNot", updates)));
            case "MAX" -> b.op("Maximum", x, extreme(updates));
            default -> replaced();
        };
    }

    /** Returns x with the last update of each position in place of its slice. */
    Node replaced() throws TypeException {
        return taken(AlongAxis.order(b, positions, b.axes(0), false));
    }

    Node sum(Node values) throws TypeException {
        return b.gatherGradient(values, positions, size);
    }

    /** Sums both halves of the integers in f64, which is exact for two million updates of an element. */
    private Node integerSum(DataType dtype) throws TypeException {
        DataType wide = dtype == DataType.U64 ? DataType.U64 : DataType.I64;
        Node value = b.cast(updates, wide);
        Node low = b.op("BitwiseAnd", value, (1L << HALF_BITS) - 1);
        Node high = b.op("RightShift", value, HALF_BITS);
        Node lowSum = b.cast(sum(b.cast(low, DataType.F64)), wide);
        Node highSum = b.cast(sum(b.cast(high, DataType.F64)), wide);
        return wrapped(b.add(b.op("LeftShift", highSum, HALF_BITS), lowSum), dtype);
    }

    /** Returns the lowest bits of 64-bit integers in a dtype: a cast would saturate. */
    private Node wrapped(Node sum, DataType dtype) throws TypeException {
        int shift = Long.SIZE - Byte.SIZE * dtype.byteSize();
        if (shift == 0) {
            return sum;
        }
        Node highest = b.op("LeftShift", sum, shift);
        return b.cast(b.op(dtype.isUnsigned() ? "UnsignedRightShift" : "RightShift", highest, shift), dtype);
    }

    private Node product() throws TypeException {
        Extent one = b.extent(1);
        return product(b, b.reshape(positions, b.list(one, b.dim(positions, b.axes(0)), one)), updates, size);
    }

    /**
     * Returns the product of the updates of each position, which is compared with all positions of its column.
     *
     * @param positions position along the middle axis for each update, as i64 with the dims of updates or 1
     * @param updates updates [a, n, c]
     * @return products [a, size, c]; 1 without an update
     */
    static Node product(ExpansionBuilder b, Node positions, Node updates, Extent size) throws TypeException {
        Extent one = b.extent(1);
        Node position = b.reshape(b.rowMajorIndex(b.list(size)), b.list(one, size, one, one));
        Node isUpdated = b.op("Equal", position, columns(b, positions));
        Node factors = columns(b, updates);
        return b.reduce("ReduceProd", b.select(isUpdated, factors, b.number(1, factors)), b.axes(2), false);
    }

    /** Returns a tensor [a, n, c] as [a, 1, n, c]. */
    private static Node columns(ExpansionBuilder b, Node x) throws TypeException {
        Dims dims = b.dims(x);
        return b.reshape(
                x, b.list(b.at(dims, b.extent(0)), b.extent(1), b.at(dims, b.extent(1)), b.at(dims, b.extent(2))));
    }

    /** Returns the update with the largest key for each position: sorted by keys, then stably by positions. */
    private Node extreme(Node keys) throws TypeException {
        Node flatKeys = b.reshape(keys, b.list(AlongAxis.elements(b, keys)));
        Node byKey = AlongAxis.order(b, flatKeys, b.axes(0), false);
        Node byPosition = AlongAxis.order(b, b.gather(positions, byKey, b.axes(0)), b.axes(0), false);
        return taken(b.gather(byKey, byPosition, b.axes(0)));
    }

    /**
     * Returns the update of each position that is the last one in an order of ascending positions, or the slice of x
     * without one. At most one update of a position is counted, so that the sum is its number.
     */
    private Node taken(Node order) throws TypeException {
        Axes first = b.axes(0);
        Node sorted = b.gather(positions, order, first);
        Node number = b.index(b.dims(order), first);
        Extent count = b.dim(order, first);
        Node next = b.op("Minimum", b.add(number, b.number(1, number)), b.number(b.minus(count, b.extent(1)), number));
        Node isLast =
                b.op("LogicalOr", b.op("Equal", next, number), b.op("NotEqual", b.gather(sorted, next, first), sorted));
        Node counted = b.cast(b.select(isLast, b.add(order, b.number(1, order)), 0), DataType.F64);
        Node targets = b.select(isLast, sorted, AlongAxis.NOWHERE);
        Node sums = b.gatherGradient(b.reshape(counted, b.list(b.extent(1), count, b.extent(1))), targets, size);
        Node update = b.sub(b.reshape(b.cast(sums, DataType.I64), b.list(size)), b.number(1, number));
        Node position = b.add(b.rowMajorIndex(b.list(size)), b.number(count, number));
        Node source = b.select(b.op("GreaterEqual", update, 0), update, position);
        return b.gather(b.concat(rows, updates, x), source, rows);
    }

    /** Returns the position of the source element for each element of a repetition by a tensor of counts. */
    static Node repeated(ExpansionBuilder b, Node repeats, Extent total, Dims alongAxis) throws TypeException {
        Map<String, Boolean> forward = Map.of("exclusive", false, "reverse", false);
        Node counts = b.reshape(
                b.cast(repeats, DataType.I64), b.replace(alongAxis, b.axes("axis"), b.dim(repeats, b.axes(0))));
        Node ends = b.reshape(b.call("CumSum", forward, counts), b.dims(repeats));
        Extent count = b.dim(repeats, b.axes(0));
        Node ones = b.cast(b.op("GreaterEqual", ends, 0), DataType.F64);
        Node starts = b.gatherGradient(b.reshape(ones, b.list(b.extent(1), count, b.extent(1))), ends, total);
        Node perPosition = b.reshape(b.cast(starts, DataType.I64), b.replace(alongAxis, b.axes("axis"), total));
        return b.reshape(b.call("CumSum", forward, perPosition), b.list(total));
    }
}
