package io.graphkernel.runtime.internal.device;

import io.graphkernel.runtime.internal.memory.HostBlock;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import io.graphkernel.runtime.internal.memory.PerThread;

/**
 * Thread-local scratch memory for out-parameters and argument lists of driver functions. Its contents are valid until
 * the thread's next driver call.
 */
public final class NativeScratch {
    /** The size in bytes. */
    public static final int BYTES = 4096;

    private static final PerThread<NativeScratch> CURRENT = new PerThread<>(NativeScratch::new, memory -> {});

    private final HostBlock block = MemoryPool.shared().acquire(BYTES);

    private NativeScratch() {}

    /** Returns the address of the calling thread's memory. */
    public static long address() {
        return CURRENT.get().block.address();
    }
}
