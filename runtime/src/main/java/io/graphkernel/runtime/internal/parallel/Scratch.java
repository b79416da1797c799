package io.graphkernel.runtime.internal.parallel;

import io.graphkernel.common.target.CpuModel;
import io.graphkernel.runtime.internal.memory.HostBlock;
import io.graphkernel.runtime.internal.memory.MemoryPool;

/**
 * Memory of one thread that grows on demand. Small memory is retained between calls; large memory is allocated from the
 * pool and released after each call.
 */
public final class Scratch {
    /**
     * Maximum memory in bytes that a thread retains between calls. The overhead of the pool is negligible for calls
     * that use more.
     */
    public static final long MAX_RETAINED_BYTES = CpuModel.Caches.DEFAULT.maxRetainedScratchBytes();

    private static final long PAGE = CpuModel.Caches.DEFAULT.pageBytes();

    /**
     * Offset of the memory within a page. Tensors and their rows are often page aligned, and a load that matches an
     * in-flight store in its low 12 address bits stalls; see docs/bench/aliasing.md.
     */
    private static final long PAGE_OFFSET = CpuModel.Caches.DEFAULT.scratchOffsetBytes();

    private HostBlock retained;
    private long address;
    /** Size of the retained memory, at most {@link #MAX_RETAINED_BYTES}. */
    private long capacity;
    /** Null unless a call uses more than the retained memory. */
    private HostBlock large;

    /**
     * Returns the address of at least a given number of uninitialized bytes, 64-byte aligned; 0 for no bytes. It
     * invalidates the address of an earlier call.
     */
    public long ensure(long bytes) {
        if (bytes <= 0) {
            return 0;
        }
        if (bytes > MAX_RETAINED_BYTES) {
            return large(bytes);
        }
        if (capacity < bytes) {
            grow(bytes);
        }
        return address;
    }

    /** Ends a call: releases large memory to the pool. */
    public void trim() {
        if (large != null) {
            HostBlock released = large;
            large = null;
            MemoryPool.shared().release(released);
        }
    }

    private long large(long bytes) {
        if (large == null || large.bytes() - 2 * PAGE < bytes) {
            trim();
            large = MemoryPool.shared().acquire(bytes + 2 * PAGE);
        }
        return begin(large);
    }

    private void grow(long bytes) {
        if (retained != null) {
            HostBlock released = retained;
            retained = null;
            capacity = 0;
            MemoryPool.shared().release(released);
        }
        retained = MemoryPool.shared().acquire(bytes + 2 * PAGE);
        capacity = Math.min(retained.bytes() - 2 * PAGE, MAX_RETAINED_BYTES);
        address = begin(retained);
    }

    private static long begin(HostBlock block) {
        return (block.address() + PAGE - 1) / PAGE * PAGE + PAGE_OFFSET;
    }
}
