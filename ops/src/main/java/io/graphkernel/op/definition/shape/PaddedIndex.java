package io.graphkernel.op.definition.shape;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.definition.movement.AlongAxis;

/** Index of the element at a position beyond the ends of an axis. */
public final class PaddedIndex {

    private PaddedIndex() {}

    /**
     * Returns the indices for positions.
     *
     * @param mode constant of the padding modes
     * @param position i64 positions, negative before the axis
     * @param size number of elements
     * @return indices; out of range for zeros
     */
    public static Node of(ExpansionBuilder b, String mode, Node position, Extent size) throws TypeException {
        Extent one = b.extent(1);
        Node last = b.number(b.minus(size, one), position);
        return switch (mode) {
            case "EDGE" -> b.op("Minimum", b.max(position, 0), last);
            case "WRAP" -> b.op("FloorMod", position, b.number(size, position));
            case "SYMMETRIC" -> mirrored(b, position, b.minus(b.times(size, b.extent(2)), one), one);
            case "REFLECT" -> mirrored(b, position, b.minus(b.times(size, b.extent(2)), b.extent(2)), b.extent(0));
            default -> b.select(isInside(b, position, last), position, AlongAxis.NOWHERE);
        };
    }

    /** Returns true for positions from 0 to the last one. */
    static Node isInside(ExpansionBuilder b, Node position, Node last) throws TypeException {
        return b.op("LogicalAnd", b.op("GreaterEqual", position, 0), b.op("LessEqual", position, last));
    }

    /** Returns the distance from the nearer end of a period whose ends have the sum of their indices as distance. */
    private static Node mirrored(ExpansionBuilder b, Node position, Extent sum, Extent more) throws TypeException {
        Extent period = b.larger(b.plus(sum, more), b.extent(1));
        Node forth = b.op("FloorMod", position, b.number(period, position));
        return b.op("Minimum", forth, b.sub(b.number(sum, forth), forth));
    }
}
