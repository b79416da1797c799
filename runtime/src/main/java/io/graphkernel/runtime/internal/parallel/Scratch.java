package io.graphkernel.runtime.internal.parallel;

import io.graphkernel.runtime.internal.memory.Block;
import io.graphkernel.runtime.internal.memory.MemoryPool;

/**
 * Memory of one thread that grows on demand. What is small is kept from call to call; what is large comes from the pool and
 * goes back after each.
 */
public final class Scratch {
    /**
     * What a thread keeps between calls, in bytes. Taking more from the pool and giving it back is little next to what a call
     * does with so much memory.
     */
    public static final long KEPT_BYTES = 256 << 10;

    private static final long PAGE = 4096;

    /**
     * Where the memory begins within a page. Tensors and their rows like to begin on a page, and a load waits for a
     * store in flight whose address has the same last 12 bits; so row buffers begin half a page away.
     */
    private static final long PAGE_OFFSET = 2112;

    private Block kept;
    private long address;
    /** The bytes from the address on; at most {@link #KEPT_BYTES}. */
    private long capacity;
    /** Null unless a call uses more than is kept. */
    private Block large;

    /**
     * The address of at least so many bytes, 64-byte aligned, contents undefined; 0 for no bytes. The address of an
     * earlier call is not valid any more.
     */
    public long ensure(long bytes) {
        if (bytes <= 0) {
            return 0;
        }
        if (bytes > KEPT_BYTES) {
            return large(bytes);
        }
        if (capacity < bytes) {
            grow(bytes);
        }
        return address;
    }

    /** Ends a call: gives what is large back to the pool. */
    public void trim() {
        if (large != null) {
            Block given = large;
            large = null;
            MemoryPool.shared().release(given);
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
        if (kept != null) {
            Block given = kept;
            kept = null;
            capacity = 0;
            MemoryPool.shared().release(given);
        }
        kept = MemoryPool.shared().acquire(bytes + 2 * PAGE);
        capacity = Math.min(kept.bytes() - 2 * PAGE, KEPT_BYTES);
        address = begin(kept);
    }

    private static long begin(Block block) {
        return (block.address() + PAGE - 1) / PAGE * PAGE + PAGE_OFFSET;
    }
}
