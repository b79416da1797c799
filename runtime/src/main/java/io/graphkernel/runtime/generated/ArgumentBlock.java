package io.graphkernel.runtime.generated;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.memory.Block;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import io.graphkernel.runtime.internal.tensor.DeviceFrame;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.nio.ByteBuffer;

/**
 * The slots of a {@link LaunchFrame}: 256 of 8 bytes off the heap. The frame extends it and does not hold it: a field would
 * cost every call one more load for each slot.
 */
abstract class ArgumentBlock implements SizesByDims.Dims {
    final ByteBuffer slots;
    final long arguments;

    /** Null if the current call runs on the host. */
    DeviceFrame deviceFrame;

    /** Keeps the slots' memory alive. */
    private final Block memory;

    ArgumentBlock() {
        // After the slots there is room for a list of the addresses among them.
        memory = MemoryPool.shared().acquire(2L * KernelAbi.FRAME_SLOTS * Long.BYTES);
        arguments = memory.address();
        slots = memory.pointer(KernelAbi.FRAME_SLOTS * Long.BYTES).asByteBuffer();
    }

    /** Sets a slot to the address of a tensor that the next launch reads. */
    public final void input(int slot, Tensor tensor) {
        input(slot, tensor, 0);
    }

    /**
     * Sets a slot to the address of a part of a tensor that the next launch reads.
     *
     * @param offset how far after the tensor's first element the part begins, in elements
     */
    public final void input(int slot, Tensor tensor, long offset) {
        long address = tensor.address() + offset * tensor.dtype().bytes();
        if (deviceFrame != null) {
            deviceFrame.reads(tensor);
            deviceFrame.pointer(slot);
        }
        slots.putLong(slot << 3, address);
    }

    /** Sets a slot to the address of a tensor that the next launch writes. */
    public final void output(int slot, Tensor tensor) {
        output(slot, tensor, 0);
    }

    /**
     * Sets a slot to the address of a part of a tensor that the next launch writes.
     *
     * @param offset how far after the tensor's first element the part begins, in elements
     */
    public final void output(int slot, Tensor tensor, long offset) {
        long address = tensor.address() + offset * tensor.dtype().bytes();
        Tensors.noteWrite(tensor);
        if (deviceFrame != null) {
            deviceFrame.writes(tensor);
            deviceFrame.pointer(slot);
        }
        slots.putLong(slot << 3, address);
    }

    /** Sets a slot to an address, such as one of the arena, of the device on which the call runs. */
    public final void pointer(int slot, long address) {
        if (deviceFrame != null) {
            deviceFrame.pointer(slot);
        }
        slots.putLong(slot << 3, address);
    }

    /** Sets a slot to an integer. */
    public final void integer(int slot, long value) {
        slots.putLong(slot << 3, value);
    }

    /** Sets a slot to a float, in its first four bytes; the rest is zero. */
    public final void scalar(int slot, float value) {
        slots.putLong(slot << 3, Float.floatToRawIntBits(value) & 0xffff_ffffL);
    }

    /** Sets a slot to a double. */
    public final void scalar(int slot, double value) {
        slots.putLong(slot << 3, Double.doubleToRawLongBits(value));
    }

    /** Sets a slot to a number of a library call, whatever its type, as a double. */
    public final void number(int slot, double value) {
        scalar(slot, value);
    }

    /** Sets a slot to an integer of any dtype, extended to 64 bits; false and true are 0 and 1. */
    public final void scalar(int slot, long value) {
        slots.putLong(slot << 3, value);
    }

    /** A dim of a call that has put its dims into the slots from 0 on. */
    @Override
    public final long dim(int index) {
        return slot(index);
    }

    /** What a slot holds. */
    public final long slot(int slot) {
        return slots.getLong(slot << 3);
    }

    /** The address of slot 0. */
    public final long arguments() {
        return arguments;
    }
}
