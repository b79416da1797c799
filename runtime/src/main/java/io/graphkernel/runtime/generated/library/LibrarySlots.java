package io.graphkernel.runtime.generated.library;

import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.runtime.generated.LaunchFrame;

/** The slots of library kernels on the host and on devices. */
public final class LibrarySlots {
    /** Number of slots of every kernel: {@code GK_LIBRARY_KERNEL}. */
    public static final int COUNT = 64;

    /** First slot in the frame; library kernels use the last ones, after those of the call. */
    public static final int FIRST = KernelAbi.FRAME_SLOTS - COUNT;

    private LibrarySlots() {}

    /** Returns the address of the first slot. */
    public static long address(LaunchFrame frame) {
        return frame.arguments() + (long) FIRST * Long.BYTES;
    }
}
