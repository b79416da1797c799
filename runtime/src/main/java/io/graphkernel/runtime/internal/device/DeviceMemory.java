package io.graphkernel.runtime.internal.device;

import io.graphkernel.runtime.exception.DeviceLostException;
import io.graphkernel.runtime.exception.OutOfMemoryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.memory.SizeClasses;
import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Device memory that is kept for reuse, ordered by streams: a block goes back at once, while the device may still be
 * working on it, and whoever gets it next waits on the device, not on the host. Blocks that only the asking stream has
 * used come first.
 *
 * <p>Free blocks are given back to the driver when they exceed half of the device's memory, or when it has no more.
 */
public final class DeviceMemory {
    /** A thread that another one closes a tensor under has launched by then. */
    private static final long GRACE_NANOS = 50_000_000;

    private static final Cleaner CLEANER = Cleaner.create();

    private final DeviceInUse device;
    private final DeviceBlock[] free = new DeviceBlock[SizeClasses.COUNT];
    /** What the driver has given and not got back. */
    private final AtomicLong allocatedBytes = new AtomicLong();

    private final long cap;
    private long cachedBytes;

    DeviceMemory(DeviceInUse device) {
        this.device = device;
        this.cap = device.driver().properties().memoryBytes() / 2;
    }

    /**
     * Memory of at least the given size, contents undefined, for work of a stream.
     *
     * @param bytes the size, 0 or more
     * @throws OutOfMemoryException if the device has no such memory
     */
    public DeviceBlock acquire(long bytes, DeviceStream stream) {
        if (bytes > SizeClasses.LARGEST) {
            throw outOfMemory(bytes, bytes);
        }
        int sizeClass = SizeClasses.of(bytes);
        DeviceBlock block = take(sizeClass, stream);
        if (block == null) {
            block = allocate(bytes, sizeClass);
        }
        block.write(stream);
        return block;
    }

    private synchronized DeviceBlock take(int sizeClass, DeviceStream stream) {
        DeviceBlock before = null;
        DeviceBlock found = free[sizeClass];
        while (found != null && !found.belongsTo(stream)) {
            before = found;
            found = found.next;
        }
        if (found == null) {
            before = null;
            found = free[sizeClass];
        }
        if (found != null) {
            if (before == null) {
                free[sizeClass] = found.next;
            } else {
                before.next = found.next;
            }
            found.next = null;
            cachedBytes -= found.bytes();
        }
        return found;
    }

    void release(DeviceBlock block) {
        boolean full;
        synchronized (this) {
            block.releasedNanos = System.nanoTime();
            block.next = free[block.sizeClass()];
            free[block.sizeClass()] = block;
            cachedBytes += block.bytes();
            full = cachedBytes > cap;
        }
        if (full) {
            free(GRACE_NANOS);
        }
    }

    /** The bytes that are kept for reuse. */
    public synchronized long cachedBytes() {
        return cachedBytes;
    }

    /** The bytes that the driver has given, in use or kept for reuse. */
    public long allocatedBytes() {
        return allocatedBytes.get();
    }

    /** Waits for the device and gives all free blocks back to the driver. */
    public void trim() {
        LockSupport.parkNanos(GRACE_NANOS);
        free(0);
    }

    /** Gives free blocks back that have been free for so long. */
    private void free(long nanos) {
        DeviceBlock blocks = takeAll(System.nanoTime() - nanos);
        if (blocks == null) {
            return;
        }
        synchronizeUnlessLost();
        while (blocks != null) {
            DeviceBlock next = blocks.next;
            blocks.freeIdle();
            blocks = next;
        }
    }

    private synchronized DeviceBlock takeAll(long releasedBefore) {
        DeviceBlock taken = null;
        for (int sizeClass = 0; sizeClass < free.length; sizeClass++) {
            DeviceBlock kept = null;
            DeviceBlock next;
            for (DeviceBlock block = free[sizeClass]; block != null; block = next) {
                next = block.next;
                if (block.releasedNanos - releasedBefore <= 0) {
                    cachedBytes -= block.bytes();
                    block.next = taken;
                    taken = block;
                } else {
                    block.next = kept;
                    kept = block;
                }
            }
            free[sizeClass] = kept;
        }
        return taken;
    }

    private DeviceBlock allocate(long bytes, int sizeClass) {
        long size = SizeClasses.bytes(sizeClass);
        long address = device.driver().allocate(size);
        if (address == 0) {
            trim();
            address = device.driver().allocate(size);
        }
        if (address == 0) {
            throw outOfMemory(bytes, size);
        }
        allocatedBytes.addAndGet(size);
        return new DeviceBlock(this, address, size, sizeClass);
    }

    private OutOfMemoryException outOfMemory(long bytes, long size) {
        long cached = cachedBytes();
        return new OutOfMemoryException(
                RuntimeProblem.DEVICE_MEMORY,
                bytes,
                size,
                device,
                allocatedBytes() - cached,
                cached,
                device.driver().properties().memoryBytes());
    }

    /** What frees a block's memory, at once or when the block is unreachable without having been released. */
    Freeing freeing(DeviceBlock block) {
        Freeing freeing = new Freeing(this, block.address(), block.bytes());
        freeing.cleanable = CLEANER.register(block, freeing);
        return freeing;
    }

    private void synchronizeUnlessLost() {
        try {
            device.synchronize();
        } catch (DeviceLostException e) {
            // The memory is gone with the device; freeing it only mends the count.
        }
    }

    /** Frees memory once; it does not know the block. */
    static final class Freeing implements Runnable {
        private final DeviceMemory memory;
        private final long address;
        private final long bytes;
        private Cleaner.Cleanable cleanable;
        /** Whether nothing on the device uses the memory any more. */
        private volatile boolean idle;

        private Freeing(DeviceMemory memory, long address, long bytes) {
            this.memory = memory;
            this.address = address;
            this.bytes = bytes;
        }

        void freeIdle() {
            idle = true;
            cleanable.clean();
        }

        @Override
        public void run() {
            if (!idle) {
                memory.synchronizeUnlessLost();
            }
            memory.device.driver().free(address);
            memory.allocatedBytes.addAndGet(-bytes);
        }
    }
}
