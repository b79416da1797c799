package io.graphkernel.runtime.internal.memory;

import java.lang.ref.Cleaner;
import org.bytedeco.javacpp.BytePointer;

/**
 * One piece of off-heap memory. Its start is 64-byte aligned, from 4 KiB on at a page, from 2 MiB on 2 MiB aligned.
 *
 * <p>A block that is unreachable without having been released is freed, too, when no launch can use it: a launch may still
 * have the address of a tensor that had the block before and was closed.
 */
public final class Block implements HostStorage {
    private static final Cleaner CLEANER = Cleaner.create();

    private final BytePointer memory;
    private final Forgotten forgotten;
    private final Cleaner.Cleanable cleanable;
    private final long address;
    private final long bytes;
    private final int sizeClass;

    Block next;
    long releasedEpoch;

    /** The thread that released it last, and where that was among its calls. */
    LaunchMark releasedBy;

    long releasedSerial;

    /** Takes over a reference to memory that starts with one. */
    Block(BytePointer memory, long address, long bytes, int sizeClass) {
        this.memory = memory;
        this.forgotten = new Forgotten(memory);
        this.cleanable = CLEANER.register(this, forgotten);
        this.address = address;
        this.bytes = bytes;
        this.sizeClass = sizeClass;
    }

    @Override
    public long address() {
        return address;
    }

    /** The usable size in bytes. */
    public long bytes() {
        return bytes;
    }

    /** A JavaCPP view of the first bytes, valid as long as the block is reachable and not released. */
    public BytePointer pointer(long length) {
        BytePointer view = memory.getPointer(address - memory.address());
        return view.limit(length).capacity(length);
    }

    @Override
    public Runnable pin() {
        memory.retainReference();
        return memory::releaseReference;
    }

    @Override
    public void release() {
        MemoryPool.shared().release(this);
    }

    int sizeClass() {
        return sizeClass;
    }

    /** Unmaps the memory, now or when the last pin ends. */
    void free() {
        forgotten.freed = true;
        cleanable.clean();
        memory.releaseReference();
    }

    /** What the collector does with a block, whose memory this keeps until then. */
    private static final class Forgotten implements Runnable {
        private final BytePointer memory;
        private volatile boolean freed;

        Forgotten(BytePointer memory) {
            this.memory = memory;
        }

        @Override
        public void run() {
            if (!freed) {
                Retirement.add(memory::releaseReference);
            }
        }
    }
}
