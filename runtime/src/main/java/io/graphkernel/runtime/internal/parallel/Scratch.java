package io.graphkernel.runtime.internal.parallel;

import io.graphkernel.runtime.internal.memory.Block;
import io.graphkernel.runtime.internal.memory.MemoryPool;

/** Memory of one thread that grows on demand and is kept. */
public final class Scratch {
    private static final long PAGE = 4096;

    /**
     * Where the memory begins within a page. Tensors and their rows like to begin on a page, and a load waits for a
     * store in flight whose address has the same last 12 bits; so row buffers begin half a page away.
     */
    private static final long PAGE_OFFSET = 2112;

    private Block block;
    private long address;

    /**
     * The address of at least so many bytes, 64-byte aligned, contents undefined; 0 for no bytes. The address of an
     * earlier call is not valid any more.
     */
    public long ensure(long bytes) {
        if (bytes <= 0) {
            return 0;
        }
        Block current = block;
        if (current == null || current.bytes() - 2 * PAGE < bytes) {
            grow(bytes);
        }
        return address;
    }

    private void grow(long bytes) {
        MemoryPool pool = MemoryPool.shared();
        if (block != null) {
            pool.release(block);
            block = null;
        }
        block = pool.acquire(bytes + 2 * PAGE);
        address = (block.address() + PAGE - 1) / PAGE * PAGE + PAGE_OFFSET;
    }
}
