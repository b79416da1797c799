package io.graphkernel.runtime.internal.device;

import io.graphkernel.runtime.MemoryUsage;
import io.graphkernel.runtime.exception.DeviceLostException;
import io.graphkernel.runtime.exception.OutOfMemoryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.memory.LeakReport;
import io.graphkernel.runtime.internal.memory.LeakTrace;
import io.graphkernel.runtime.internal.memory.Reclamation;
import io.graphkernel.runtime.internal.memory.SizeClasses;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A stream-ordered caching allocator of device memory. A block returns to the pool immediately, even if the device
 * still uses it; its next user waits on the device, not on the host. Blocks that only the requesting stream has used
 * are preferred.
 *
 * <p>Free blocks return to the driver when they exceed half of the device's memory, or when an allocation fails.
 */
public final class DeviceMemory {
    /** Grace period after which a launch that races with the close of its tensor has been submitted. */
    private static final long GRACE_NANOS = 50_000_000;

    private final DeviceInUse device;
    private final DeviceAllocation[] free = new DeviceAllocation[SizeClasses.COUNT];
    /** Bytes allocated from the driver. */
    private final AtomicLong allocatedBytes = new AtomicLong();

    private final LeakReport leaks;
    private final long cap;
    private long cachedBytes;

    DeviceMemory(DeviceInUse device) {
        this.device = device;
        this.leaks = new LeakReport(device.toString());
        this.cap = device.driver().properties().memoryBytes() / 2;
    }

    /**
     * Acquires memory of at least the given size, with undefined contents, for work of a stream.
     *
     * @param bytes size, 0 or more
     * @throws OutOfMemoryException if the device is out of memory
     */
    public DeviceAllocation acquire(long bytes, DeviceStream stream) {
        if (bytes > SizeClasses.MAX_BYTES) {
            throw outOfMemory(bytes, bytes);
        }
        Reclamation.run();
        int sizeClass = SizeClasses.of(bytes);
        DeviceAllocation block = poll(sizeClass, stream);
        if (block == null) {
            block = allocate(bytes, sizeClass);
        }
        block.write(stream);
        return block;
    }

    private synchronized DeviceAllocation poll(int sizeClass, DeviceStream stream) {
        DeviceAllocation before = null;
        DeviceAllocation found = free[sizeClass];
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

    void release(DeviceAllocation block) {
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

    /** Returns the bytes in use and in the pool, and the number of leaks. */
    public synchronized MemoryUsage usage() {
        return new MemoryUsage(
                allocatedBytes() - cachedBytes,
                cachedBytes,
                device.driver().properties().memoryBytes(),
                leaks.count());
    }

    /** Returns the bytes cached for reuse. */
    public synchronized long cachedBytes() {
        return cachedBytes;
    }

    /** Returns the bytes allocated from the driver, in use or cached. */
    public long allocatedBytes() {
        return allocatedBytes.get();
    }

    /** Waits for the device and returns all free blocks to the driver. */
    public void trim() {
        LockSupport.parkNanos(GRACE_NANOS);
        free(0);
    }

    /** Returns blocks that have been free for at least a duration to the driver. */
    private void free(long nanos) {
        DeviceAllocation blocks = pollReleasedBefore(System.nanoTime() - nanos);
        if (blocks == null) {
            return;
        }
        synchronizeUnlessLost();
        while (blocks != null) {
            DeviceAllocation next = blocks.next;
            blocks.freeIdle();
            blocks = next;
        }
    }

    private synchronized DeviceAllocation pollReleasedBefore(long releasedBefore) {
        DeviceAllocation taken = null;
        for (int sizeClass = 0; sizeClass < free.length; sizeClass++) {
            DeviceAllocation retained = null;
            DeviceAllocation next;
            for (DeviceAllocation block = free[sizeClass]; block != null; block = next) {
                next = block.next;
                if (block.releasedNanos - releasedBefore <= 0) {
                    cachedBytes -= block.bytes();
                    block.next = taken;
                    taken = block;
                } else {
                    block.next = retained;
                    retained = block;
                }
            }
            free[sizeClass] = retained;
        }
        return taken;
    }

    private DeviceAllocation allocate(long bytes, int sizeClass) {
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
        return new DeviceAllocation(this, address, size, sizeClass);
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

    /**
     * Returns the action that frees an allocation's memory, immediately or when the allocation is unreachable without
     * having been released.
     */
    Freeing freeing(DeviceAllocation block) {
        Freeing freeing = new Freeing(this, block.address(), block.bytes());
        freeing.cleanable = Reclamation.registerBlocking(block, freeing);
        return freeing;
    }

    private void synchronizeUnlessLost() {
        try {
            device.synchronize();
        } catch (DeviceLostException e) {
            // The memory is gone with the device; freeing it only fixes the count.
        }
    }

    /** Action that frees memory once. It holds no reference to the block. */
    static final class Freeing extends LeakTrace implements Runnable {
        private final DeviceMemory memory;
        private final long address;
        private final long bytes;
        private Reclamation.Registration cleanable;
        /** True if the device no longer uses the memory. */
        private volatile boolean idle;

        private Freeing(DeviceMemory memory, long address, long bytes) {
            super(memory.leaks);
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
            if (!idle) {
                reportLeak();
            }
        }
    }
}
