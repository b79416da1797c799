package io.graphkernel.runtime.generated;

import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.generated.jvm.NativeBuffers;
import io.graphkernel.runtime.internal.tensor.DeviceFrame;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The slots of a {@link LaunchFrame}: 256 off-heap values of 8 bytes. The frame extends this class instead of referring
 * to it, which saves one load per slot access.
 */
abstract class ArgumentBlock implements SizesByDims.Dims {
    private static final int ALIGNMENT = 64;

    /** Keeps the memory reachable. */
    final ByteBuffer slots;

    final long arguments;

    /** Null if the current call runs on the host. */
    DeviceFrame deviceFrame;

    ArgumentBlock() {
        // A list of the addresses among the slots follows them. Newer JVMs would check each access to a buffer over
        // other memory.
        ByteBuffer memory = ByteBuffer.allocateDirect(2 * KernelAbi.FRAME_SLOTS * Long.BYTES + ALIGNMENT);
        slots = memory.alignedSlice(ALIGNMENT).order(ByteOrder.nativeOrder());
        arguments = NativeBuffers.address(slots);
    }

    /** Sets a slot to the address of a tensor that the next launch reads. */
    public final void input(int slot, Tensor tensor) {
        input(slot, tensor, 0);
    }

    /**
     * Sets a slot to the address within a tensor that the next launch reads from.
     *
     * @param offset distance from the tensor's first element, in elements
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
     * Sets a slot to the address within a tensor that the next launch writes to.
     *
     * @param offset distance from the tensor's first element, in elements
     */
    public final void output(int slot, Tensor tensor, long offset) {
        long address = tensor.address() + offset * tensor.dtype().bytes();
        Tensors.recordWrite(tensor);
        if (deviceFrame != null) {
            deviceFrame.writes(tensor);
            deviceFrame.pointer(slot);
        }
        slots.putLong(slot << 3, address);
    }

    /** Sets a slot to an address on the device of the call, such as one in the arena. */
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

    /** Sets a slot to a float, stored in the low four bytes; the others are zero. */
    public final void scalar(int slot, float value) {
        slots.putLong(slot << 3, Float.floatToRawIntBits(value) & 0xffff_ffffL);
    }

    /** Sets a slot to a double. */
    public final void scalar(int slot, double value) {
        slots.putLong(slot << 3, Double.doubleToRawLongBits(value));
    }

    /** Sets a slot to a scalar of a library call as a double, regardless of its type. */
    public final void number(int slot, double value) {
        scalar(slot, value);
    }

    /** Sets a slot to an integer of any dtype, extended to 64 bits; false is 0 and true is 1. */
    public final void scalar(int slot, long value) {
        slots.putLong(slot << 3, value);
    }

    /** Returns a dim of a call whose dims are in the slots from 0 on. */
    @Override
    public final long dim(int index) {
        return slot(index);
    }

    /** Returns the value of a slot. */
    public final long slot(int slot) {
        return slots.getLong(slot << 3);
    }

    /** Returns the address of slot 0. */
    public final long arguments() {
        return arguments;
    }
}
