package io.graphkernel.runtime.internal.memory;

import io.graphkernel.common.target.CpuModel;
import io.graphkernel.runtime.MemoryUsage;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.OutOfMemoryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.loading.JavaCpp;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.bytedeco.javacpp.Pointer;

/**
 * A pool of off-heap memory.
 *
 * <p>A released block is added to the free list of its size class. Free blocks are returned to the system when they
 * exceed the {@linkplain #setCap cap} or on {@link #trim()}. Before that, a grace period of
 * {@value EpochReclamation#MILLIS} ms since their release must have passed, and every launch that was running must have
 * ended. If one thread closes a tensor while another runs a kernel on it, the kernel reads wrong values, but never
 * unmapped memory.
 *
 * <p>Of the shared pool, each thread retains the small block that it released last, and reuses it without a lock. The
 * block is neither in use nor free; {@link #trim()} frees that of the calling thread.
 *
 * <p>A call may allocate memory as well. It does not wait for itself if it cannot have the address of a block: if its
 * own thread released the block before the call began.
 */
public final class MemoryPool {
    /** JavaCPP's limit is queried with the first block, when the location of JavaCPP's library must be known. */
    private static final long CAP_BY_DEFAULT = -1;

    /** Maximum size of the block that a thread retains for its next tensor. */
    private static final long MAX_RETAINED_BYTES = CpuModel.Caches.DEFAULT.maxRetainedBlockBytes();

    /** Start of JavaCPP's message about the memory of the whole process. */
    private static final String PHYSICAL_LIMIT = "Physical memory";

    private static final MemoryPool SHARED = new MemoryPool(CAP_BY_DEFAULT);

    private final HostBlock[] free = new HostBlock[SizeClasses.COUNT];
    private long cachedBytes;
    private long cap;

    /** Size of all blocks, in use or free. */
    private final AtomicLong allocatedBytes = new AtomicLong();

    private final LeakReport leaks = new LeakReport("cpu:0");

    private final EpochReclamation periods = new EpochReclamation();

    MemoryPool(long cap) {
        this.cap = cap;
    }

    /** Returns the pool of all tensors. */
    public static MemoryPool shared() {
        return SHARED;
    }

    /**
     * Returns uninitialized memory of at least a given size.
     *
     * @param bytes nonnegative size
     * @throws OutOfMemoryException if the system or JavaCPP's limit does not allow the allocation
     */
    public HostBlock acquire(long bytes) {
        if (bytes > SizeClasses.MAX_BYTES) {
            throw outOfMemory(null, bytes, "");
        }
        Reclamation.run();
        int sizeClass = SizeClasses.of(bytes);
        if (this == SHARED && bytes <= MAX_RETAINED_BYTES) {
            EpochGuard own = EpochGuard.ofThread();
            HostBlock retained = own.lastReleased;
            if (retained != null && retained.sizeClass() == sizeClass) {
                own.retain(null);
                return retained;
            }
        }
        synchronized (this) {
            HostBlock block = free[sizeClass];
            if (block != null) {
                free[sizeClass] = block.next;
                block.next = null;
                cachedBytes -= block.bytes();
                return block;
            }
        }
        return allocate(bytes, sizeClass);
    }

    /**
     * Returns a block to the pool. The caller must not use it any more, nor release it twice.
     *
     * @param block a block from {@link #acquire}
     */
    public void release(HostBlock block) {
        EpochGuard own = EpochGuard.ofThread();
        HostBlock released = block;
        if (this == SHARED && block.bytes() <= MAX_RETAINED_BYTES) {
            released = own.retain(block);
            if (released == null) {
                return;
            }
        }
        addFree(released, own);
    }

    /** Moves the small block that the calling thread retains to the free blocks. */
    private void releaseRetained() {
        EpochGuard own = EpochGuard.ofThread();
        HostBlock retained = this == SHARED ? own.retain(null) : null;
        if (retained != null) {
            addFree(retained, own);
        }
    }

    private void addFree(HostBlock block, EpochGuard own) {
        synchronized (this) {
            block.releasedBy = own;
            block.releasedSerial = own.serial();
            int sizeClass = block.sizeClass();
            block.releasedEpoch = periods.epoch();
            block.next = free[sizeClass];
            free[sizeClass] = block;
            cachedBytes += block.bytes();
            if (cachedBytes > cap && periods.advance()) {
                freeDownTo(cap);
            }
        }
    }

    /** Returns the bytes in use and in the pool, and the number of leaks. */
    public MemoryUsage usage() {
        JavaCpp.ensureLoaded();
        long limit = Pointer.maxBytes();
        long retained = this == SHARED ? EpochGuard.retainedBytes() : 0;
        synchronized (this) {
            return new MemoryUsage(
                    Math.max(0, allocatedBytes.get() - cachedBytes - retained),
                    cachedBytes,
                    limit > 0 ? limit : Long.MAX_VALUE,
                    leaks.count());
        }
    }

    /** Returns the size of the free blocks. */
    public synchronized long cachedBytes() {
        return cachedBytes;
    }

    /** Returns the maximum size of the free blocks in the long run. */
    public synchronized long cap() {
        return cap;
    }

    /**
     * Sets the maximum size of the free blocks. It may be exceeded for the grace period after a release.
     *
     * @param bytes nonnegative size; by default half of JavaCPP's allocation limit
     */
    public void setCap(long bytes) {
        if (bytes < 0) {
            throw new InvalidArgumentException(
                    RuntimeProblem.INVALID_SETTING,
                    "the cap of the memory pool",
                    bytes,
                    "it is a number of bytes",
                    "pass 0 or more");
        }
        releaseRetained();
        synchronized (this) {
            cap = bytes;
            if (periods.advance()) {
                freeDownTo(cap);
            }
        }
    }

    /**
     * Returns all free blocks to the system. Waits for three grace periods; blocks that a launch may still use remain.
     */
    public void trim() {
        releaseRetained();
        long target;
        synchronized (this) {
            target = periods.epoch() + EpochReclamation.EPOCHS_UNTIL_FREE;
        }
        while (!trimmed(target)) {
            LockSupport.parkNanos(EpochReclamation.NANOS / 16);
        }
    }

    private synchronized boolean trimmed(long target) {
        if (periods.advance()) {
            freeDownTo(0);
        }
        return cachedBytes == 0 || periods.epoch() >= target;
    }

    /** Frees blocks that no launch can use, when the calling thread has just begun an epoch. */
    private void freeDownTo(long limit) {
        EpochGuard own = EpochGuard.ofThread();
        for (int sizeClass = free.length - 1; sizeClass >= 0 && cachedBytes > limit; sizeClass--) {
            HostBlock remaining = null;
            HostBlock block = free[sizeClass];
            free[sizeClass] = null;
            while (block != null) {
                HostBlock next = block.next;
                block.next = null;
                if (cachedBytes > limit && canFree(block, own)) {
                    cachedBytes -= block.bytes();
                    block.free();
                } else {
                    block.next = remaining;
                    remaining = block;
                }
                block = next;
            }
            free[sizeClass] = remaining;
        }
    }

    private boolean canFree(HostBlock block, EpochGuard own) {
        return periods.isOver(block.releasedEpoch)
                || block.releasedBy == own
                        && own.beganAfter(block.releasedSerial)
                        && periods.isOverForOthers(block.releasedEpoch);
    }

    private HostBlock allocate(long bytes, int sizeClass) {
        JavaCpp.ensureLoaded();
        synchronized (this) {
            cap = cap == CAP_BY_DEFAULT ? defaultCap() : cap;
        }
        long limit = Pointer.maxBytes();
        long size = SizeClasses.bytes(sizeClass);
        if (limit > 0 && Pointer.totalBytes() + size > limit && cachedBytes() > 0) {
            trim();
        }
        try {
            return RawMemory.allocate(size, sizeClass, allocatedBytes, leaks);
        } catch (OutOfMemoryError first) {
            trim();
            try {
                return RawMemory.allocate(size, sizeClass, allocatedBytes, leaks);
            } catch (OutOfMemoryError second) {
                throw outOfMemory(second, bytes, " (a block of " + size + ")");
            }
        }
    }

    private OutOfMemoryException outOfMemory(OutOfMemoryError cause, long bytes, String detail) {
        JavaCpp.ensureLoaded();
        if (isPhysicalLimit(cause)) {
            return new OutOfMemoryException(
                    cause,
                    RuntimeProblem.PHYSICAL_MEMORY,
                    bytes,
                    detail,
                    Pointer.physicalBytes(),
                    Pointer.maxPhysicalBytes(),
                    Pointer.totalBytes());
        }
        long limit = Pointer.maxBytes();
        return new OutOfMemoryException(
                cause,
                RuntimeProblem.OUT_OF_MEMORY,
                bytes,
                detail,
                Pointer.totalBytes(),
                limit > 0 ? limit : "any number",
                cachedBytes());
    }

    /**
     * Returns true if the error, or one in its cause chain as constructors of pointers wrap it, is that of the physical
     * limit.
     */
    private static boolean isPhysicalLimit(Throwable error) {
        return error != null
                && (String.valueOf(error.getMessage()).startsWith(PHYSICAL_LIMIT) || isPhysicalLimit(error.getCause()));
    }

    private static long defaultCap() {
        long limit = Pointer.maxBytes();
        return (limit > 0 ? limit : Runtime.getRuntime().maxMemory()) / 2;
    }
}
