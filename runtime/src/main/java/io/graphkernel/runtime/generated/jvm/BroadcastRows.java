package io.graphkernel.runtime.generated.jvm;

/**
 * Reads the description of a broadcast from the argument block, as
 * {@link io.graphkernel.runtime.generated.LaunchFrame#bindBroadcast} writes it: number of outer axes, size of the inner loop,
 * number of rows, 7 outer dims, then for each operand its inner step and 7 outer strides.
 */
public final class BroadcastRows {
    private static final int DIMS = 3;
    private static final int OPERANDS = 10;
    private static final int STRIDES = 8;

    private BroadcastRows() {}

    /** The size of the inner loop. */
    public static long inner(long arguments, int broadcast) {
        return slot(arguments, broadcast + 1);
    }

    /** The inner step of an operand: 0 or 1 element. */
    public static long step(long arguments, int broadcast, int operand) {
        return slot(arguments, broadcast + OPERANDS + operand * STRIDES);
    }

    /** Where an operand's elements of a row begin, in elements. */
    public static long offset(long arguments, int broadcast, int operand, long row) {
        int strides = broadcast + OPERANDS + operand * STRIDES + 1;
        long rest = row;
        long offset = 0;
        for (int axis = (int) slot(arguments, broadcast) - 1; axis >= 0; axis--) {
            long dim = slot(arguments, broadcast + DIMS + axis);
            offset += rest % dim * slot(arguments, strides + axis);
            rest /= dim;
        }
        return offset;
    }

    private static long slot(long arguments, int index) {
        return Memory.getLong(arguments + 8L * index);
    }
}
