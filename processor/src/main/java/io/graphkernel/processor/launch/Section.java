package io.graphkernel.processor.launch;

import io.graphkernel.processor.schedule.ScheduledKernel;

/**
 * A function of a kernel and its range.
 *
 * @param kernel the kernel
 * @param function the function: the kernel itself, or a phase of it
 * @param slot its first argument slot
 * @param phase its phase in a batch of kernels
 * @param range number of items
 * @param grainSize grain size of the partition between threads, in items
 * @param bytesPerItem traffic per item in bytes
 * @param scratchBytes scratch memory per thread
 */
public record Section(
        ScheduledKernel kernel,
        int function,
        int slot,
        int phase,
        Size range,
        long grainSize,
        Size bytesPerItem,
        Size scratchBytes) {

    /** Returns this section in another phase. */
    Section in(int other) {
        return new Section(kernel, function, slot, other, range, grainSize, bytesPerItem, scratchBytes);
    }
}
