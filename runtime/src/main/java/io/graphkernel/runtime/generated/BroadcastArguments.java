package io.graphkernel.runtime.generated;

import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.tensor.Broadcast;

/** Slots with the loops over operands that broadcast, which the current call registers. */
abstract class BroadcastArguments extends ArgumentBlock {

    private final Broadcast broadcast = new Broadcast(KernelAbi.MAX_RANK);

    /**
     * Registers the shape of an operand that broadcasts.
     *
     * @param index index of the operand, less than 255
     * @param tensor the operand, which is not retained
     */
    public final void operand(int index, Tensor tensor) {
        broadcast.operand(index, tensor);
    }

    /**
     * Registers the shape of an operand that broadcasts.
     *
     * @param index index of the operand, less than 255
     * @param dims dims of the operand, retained until the next registration of that index
     */
    public final void operand(int index, long[] dims) {
        broadcast.operand(index, dims);
    }

    /**
     * Broadcasts the registered operands under NumPy's rules.
     *
     * @param method method name for messages
     * @param names parameter names of the operands for messages
     * @param count number of registered operands, at least 1
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if two shapes do not broadcast
     */
    public final void broadcast(String method, String[] names, int count) {
        broadcast.resolve(method, names, count);
    }

    /** Returns the dims of the broadcast result in an array that must not be modified. */
    public final long[] broadcastDimensions() {
        return broadcast.dimensions();
    }

    /** Returns the number of elements of the broadcast result. */
    public final long broadcastElementCount() {
        return broadcast.elements();
    }

    /**
     * Writes the loops over the broadcast operands into slots.
     *
     * <p>They are {@code outerRank}, {@code innerSize}, {@code rows} (the product of the outer dims),
     * {@code outerDims[7]}, and for each input {@code innerStride} (0 or 1) and {@code outerStrides[7]}, in elements, 0
     * where an input is broadcast. Entries at or above {@code outerRank} are not written. The result is contiguous.
     * Equal shapes yield one loop over all elements; without elements, rows and {@code innerSize} are 0.
     *
     * @param slot first slot
     * @param inputCount number of operands that are inputs, the first of those registered
     * @return the number of rows
     */
    public final long bindBroadcast(int slot, int inputCount) {
        return broadcast.bind(slots, slot, inputCount);
    }

    /**
     * Writes the loops of {@link #bindBroadcast} for inputs that are all vectors of the result's length.
     *
     * @param slot first slot
     * @param inputCount number of inputs
     * @param elements length of the vectors
     */
    public final void bindFlat(int slot, int inputCount, long elements) {
        Broadcast.bindFlat(slots, slot, inputCount, elements);
    }

    final boolean broadcastMatches(long[] dims) {
        return broadcast.matches(dims);
    }
}
