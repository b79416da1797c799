package io.graphkernel.processor.launch;

import io.graphkernel.processor.schedule.Kernel;

/**
 * A function of a kernel and what it runs over.
 *
 * @param kernel the kernel
 * @param function its function: the kernel itself, or a phase of it
 * @param slot the first of its argument slots
 * @param phase when it runs in a joint launch: after those of smaller numbers
 * @param range the number of items
 * @param granule the items that threads do not share
 * @param bytesPerItem what an item reads and writes
 * @param scratchBytes the scratch memory of each thread
 */
public record Section(
        Kernel kernel,
        int function,
        int slot,
        int phase,
        Size range,
        long granule,
        Size bytesPerItem,
        Size scratchBytes) {

    /** The same in another phase. */
    Section in(int other) {
        return new Section(kernel, function, slot, other, range, granule, bytesPerItem, scratchBytes);
    }
}
