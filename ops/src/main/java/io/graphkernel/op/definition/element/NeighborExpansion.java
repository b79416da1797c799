package io.graphkernel.op.definition.element;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;

/** Next floating-point number in a direction: of 32 and 64 bits by its bits, of 16 bits by a rounded sum. */
final class NeighborExpansion {

    private NeighborExpansion() {}

    static Node of(ExpansionBuilder b) throws TypeException {
        Node x = b.rounded(b.x());
        Node y = b.rounded(b.operand("y"));
        Node isNegative = b.op("Less", b.select(b.op("Equal", x, 0), y, x), 0);
        Node isOutward = b.op("LogicalXor", isNegative, b.op("Less", x, y));
        Node magnitude = b.op("Abs", x);
        Node moved = b.dtype("x").isHalf() ? ofSum(b, magnitude, isOutward) : ofBits(b, magnitude, isOutward);
        Node neighbor = b.select(isNegative, b.op("Neg", moved), moved);
        Node isNan = b.op("LogicalOr", b.op("IsNan", x), b.op("IsNan", y));
        return b.select(isNan, b.add(x, y), b.select(b.op("Equal", x, y), y, neighbor));
    }

    /** The bits of positive numbers have the order of the numbers. */
    private static Node ofBits(ExpansionBuilder b, Node magnitude, Node isOutward) throws TypeException {
        DataType dtype = b.dtype("x");
        Node bits = b.bitcast(magnitude, dtype == DataType.F64 ? DataType.I64 : DataType.I32);
        Node step = b.select(isOutward, b.number(1, bits), -1);
        return b.bitcast(b.add(bits, step), dtype);
    }

    /** Adds 5/8 to 5/4 of the distance of the next number away from 0, or the smallest number, and rounds. */
    private static Node ofSum(ExpansionBuilder b, Node magnitude, Node isOutward) throws TypeException {
        boolean isShort = b.dtype("x") == DataType.BF16;
        Node wide = b.cast(magnitude, DataType.F32);
        Node share = b.mul(wide, isShort ? 0x1.4p-8 : 0x1.4p-11);
        Node distance = b.max(share, isShort ? 0x1p-133 : 0x1p-24);
        Node sum = b.add(wide, b.select(isOutward, distance, b.op("Neg", distance)));
        Node largest = b.number(isShort ? 0x1.fep127 : 65_504, wide);
        return b.castLike(b.select(b.op("IsInf", wide), largest, sum), magnitude);
    }
}
