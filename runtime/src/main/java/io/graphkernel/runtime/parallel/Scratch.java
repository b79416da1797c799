package io.graphkernel.runtime.parallel;

import io.graphkernel.runtime.memory.Block;
import io.graphkernel.runtime.memory.MemoryPool;

/** Memory of one thread that grows on demand and is kept. */
public final class Scratch {
    private Block block;

    /**
     * The address of at least so many bytes, 64-byte aligned, contents undefined; 0 for no bytes. The address of an
     * earlier call is not valid any more.
     */
    public long ensure(long bytes) {
        if (bytes <= 0) {
            return 0;
        }
        Block current = block;
        if (current == null || current.bytes() < bytes) {
            current = grow(bytes);
        }
        return current.address();
    }

    private Block grow(long bytes) {
        MemoryPool pool = MemoryPool.shared();
        if (block != null) {
            pool.release(block);
            block = null;
        }
        block = pool.acquire(bytes);
        return block;
    }
}
