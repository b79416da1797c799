package io.graphkernel.runtime.internal.memory;

import java.util.concurrent.atomic.AtomicLong;
import org.bytedeco.javacpp.BytePointer;

/**
 * A block of off-heap memory. It is 64-byte aligned, page aligned from 4 KiB on, and 2 MiB aligned from 2 MiB on.
 *
 * <p>An unreachable block that was not released is freed when no launch can use it. A launch may still have the address
 * of a closed tensor that used the block earlier.
 */
public final class HostBlock implements HostStorage {
    private final BytePointer memory;
    private final UnreachableBlock cleanup;
    private final Reclamation.Registration cleanable;
    private final long address;
    private final long bytes;
    private final int sizeClass;

    HostBlock next;
    long releasedEpoch;

    /** Guard of the thread that released it last, and its serial number then. */
    EpochGuard releasedBy;

    long releasedSerial;

    /** Takes ownership of memory whose reference count is one. */
    HostBlock(
            BytePointer memory, long address, long bytes, int sizeClass, AtomicLong allocatedBytes, LeakReport leaks) {
        this.memory = memory;
        this.cleanup = new UnreachableBlock(memory, bytes, allocatedBytes, leaks);
        this.cleanable = Reclamation.register(this, cleanup);
        this.address = address;
        this.bytes = bytes;
        this.sizeClass = sizeClass;
        allocatedBytes.addAndGet(bytes);
    }

    /** Records that a new tensor holds the memory, until {@link #release()}. */
    public void hold() {
        cleanup.hold();
    }

    @Override
    public long address() {
        return address;
    }

    /** Returns the usable size in bytes. */
    public long bytes() {
        return bytes;
    }

    @Override
    public Runnable pin() {
        memory.retainReference();
        return memory::releaseReference;
    }

    @Override
    public void release() {
        cleanup.endUse();
        MemoryPool.shared().release(this);
    }

    int sizeClass() {
        return sizeClass;
    }

    /** Unmaps the memory immediately, or when the last pin ends. */
    void free() {
        cleanup.freed = true;
        cleanable.clean();
        cleanup.releaseMemory();
    }

    /** Cleaner action of a block, which retains its memory until it runs. */
    private static final class UnreachableBlock extends LeakTrace implements Runnable {
        private final BytePointer memory;
        private final long bytes;
        private final AtomicLong allocatedBytes;
        private volatile boolean freed;

        UnreachableBlock(BytePointer memory, long bytes, AtomicLong allocatedBytes, LeakReport leaks) {
            super(leaks);
            this.memory = memory;
            this.bytes = bytes;
            this.allocatedBytes = allocatedBytes;
        }

        @Override
        public void run() {
            if (!freed) {
                DeferredReclaimer.add(this::releaseMemory);
                reportLeak();
            }
        }

        private void releaseMemory() {
            allocatedBytes.addAndGet(-bytes);
            memory.releaseReference();
        }
    }
}
