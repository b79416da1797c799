package io.graphkernel.runtime.internal.memory;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.runtime.internal.loading.BridgeLibrary;
import io.graphkernel.runtime.internal.loading.JavaCpp;
import io.graphkernel.runtime.internal.loading.LoadFailures;
import java.util.concurrent.atomic.AtomicLong;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;

/** Allocation of blocks from JavaCPP: aligned, and with huge pages for large ones. */
final class RawMemory {
    private static final long HUGE_PAGE = 2L << 20;

    /**
     * Page size, the alignment of blocks of at least a page. A load that matches an in-flight store in its low 12
     * address bits stalls, so kernels place their scratch buffers half a page away; see docs/bench/aliasing.md.
     */
    private static final long PAGE = 4096;

    private RawMemory() {}

    /**
     * Allocates a block.
     *
     * @param allocatedBytes total size of all blocks, to which this one is added until it is freed
     * @param leaks report that receives the block if the garbage collector frees it
     * @throws OutOfMemoryError if the system or JavaCPP's limit does not allow the allocation
     */
    static HostBlock allocate(long size, int sizeClass, AtomicLong allocatedBytes, LeakReport leaks) {
        long alignment = alignment(size);
        BytePointer memory = bytes(size + alignment);
        long address = (memory.address() + alignment - 1) & -alignment;
        // Huge pages are advice: without a bridge, the memory only has slower address translation.
        if (alignment == HUGE_PAGE && BridgeLibrary.isLoadable()) {
            NativeBridge.adviseHugePages(address, size);
        }
        return new HostBlock(memory, address, size, sizeClass, allocatedBytes, leaks);
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
            BytePointer memory = DetachedFromScope.create(() -> new BytePointer(size));
            if (Pointer.isNull(memory)) {
                throw new OutOfMemoryError("no memory for " + size + " bytes");
            }
            return memory;
        } catch (LinkageError | RuntimeException e) {
            throw LoadFailures.ofJavaCpp(e);
        }
    }
}
