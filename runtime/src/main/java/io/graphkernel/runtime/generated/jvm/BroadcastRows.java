package io.graphkernel.runtime.generated.jvm;

import io.graphkernel.common.abi.KernelAbi;

/**
 * Accessor of a broadcast in the argument block, as {@link io.graphkernel.runtime.generated.LaunchFrame#bindBroadcast}
 * writes it: number of outer axes, size of the inner loop, number of rows, 7 outer dims, then the inner stride and 7
 * outer strides of each operand.
 */
public final class BroadcastRows {
    private BroadcastRows() {}

    /** Returns the size of the inner loop. */
    public static long inner(long arguments, int broadcast) {
        return slot(arguments, broadcast + KernelAbi.BROADCAST_INNER_SLOT);
    }

    /** Returns the inner stride of an operand: 0 or 1 element. */
    public static long step(long arguments, int broadcast, int operand) {
        return slot(
                arguments, broadcast + KernelAbi.BROADCAST_HEAD_SLOTS + operand * KernelAbi.BROADCAST_OPERAND_SLOTS);
    }

    /** Returns the offset of an operand's row, in elements. */
    public static long offset(long arguments, int broadcast, int operand, long row) {
        int strides = broadcast + KernelAbi.BROADCAST_HEAD_SLOTS + operand * KernelAbi.BROADCAST_OPERAND_SLOTS + 1;
        long rest = row;
        long offset = 0;
        for (int axis = (int) slot(arguments, broadcast) - 1; axis >= 0; axis--) {
            long dim = slot(arguments, broadcast + KernelAbi.BROADCAST_DIMS_SLOT + axis);
            offset += rest % dim * slot(arguments, strides + axis);
            rest /= dim;
        }
        return offset;
    }

    private static long slot(long arguments, int index) {
        return Memory.getLong(arguments + 8L * index);
    }
}
