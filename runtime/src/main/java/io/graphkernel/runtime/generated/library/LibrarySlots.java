package io.graphkernel.runtime.generated.library;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.runtime.generated.LaunchFrame;

/** The slots of the kernels of library ops, on the host and on devices. */
final class LibrarySlots {
    /** How many every kernel has: those of {@code GK_LIBRARY_KERNEL}. */
    static final int COUNT = 64;

    /** Where they begin in the frame: they are its last ones, after those of the call. */
    static final int FIRST = KernelAbi.FRAME_SLOTS - COUNT;

    private LibrarySlots() {}

    /** The address of the first one. */
    static long address(LaunchFrame frame) {
        return frame.arguments() + (long) FIRST * Long.BYTES;
    }
}
