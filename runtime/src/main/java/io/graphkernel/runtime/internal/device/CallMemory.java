package io.graphkernel.runtime.internal.device;

import io.graphkernel.runtime.internal.memory.Block;
import io.graphkernel.runtime.internal.memory.MemoryPool;

/**
 * A little memory of the host for each thread, for what functions of a driver return through pointers and for the lists
 * that they take. What it holds is valid until the thread calls a driver again.
 */
public final class CallMemory {
    /** The size in bytes. */
    public static final int BYTES = 4096;

    private static final ThreadLocal<CallMemory> CURRENT = ThreadLocal.withInitial(CallMemory::new);

    private final Block block = MemoryPool.shared().acquire(BYTES);

    private CallMemory() {}

    /** The address of the calling thread's memory. */
    public static long address() {
        return CURRENT.get().block.address();
    }
}
