package io.graphkernel.runtime.internal.memory;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.abi.PlatformNames;
import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.loading.BridgeLibrary;
import io.graphkernel.runtime.internal.loading.JavaCpp;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;

/** Blocks fresh from JavaCPP: aligned, and large ones advised as huge pages. */
final class RawMemory {
    private static final long HUGE_PAGE = 2L << 20;

    /**
     * Blocks of a page and more begin on one: a load waits for a store in flight whose address has the same last 12 bits,
     * so kernels keep what they store while they read rows half a page away. A gradient of layer normalisation took 1.4 to 1.6
     * times as long where it added to columns 1 to 12 cache lines after its rows, counted within a page.
     */
    private static final long PAGE = 4096;

    private RawMemory() {}

    /**
     * Allocates a block.
     *
     * @throws OutOfMemoryError if the system or JavaCPP's limit has no such memory
     */
    static Block allocate(long size, int sizeClass) {
        long alignment = alignment(size);
        BytePointer memory = bytes(size + alignment);
        long address = (memory.address() + alignment - 1) & -alignment;
        // Huge pages are advice: without a bridge the memory is as good, only slower to walk.
        if (alignment == HUGE_PAGE && BridgeLibrary.isLoadable()) {
            NativeBridge.adviseHugePages(address, size);
        }
        return new Block(memory, address, size, sizeClass);
    }

    private static long alignment(long size) {
        if (size >= HUGE_PAGE) {
            return HUGE_PAGE;
        }
        return size >= PAGE ? PAGE : KernelAbi.MEMORY_ALIGNMENT;
    }

    private static BytePointer bytes(long size) {
        JavaCpp.ensureLoaded();
        try {
            BytePointer memory = Unscoped.make(() -> new BytePointer(size));
            if (Pointer.isNull(memory)) {
                throw new OutOfMemoryError("no memory for " + size + " bytes");
            }
            return memory;
        } catch (LinkageError | RuntimeException e) {
            throw new KernelLibraryException(
                    e, RuntimeProblem.JAVACPP_MISSING, PlatformNames.current(), e.getMessage());
        }
    }
}
