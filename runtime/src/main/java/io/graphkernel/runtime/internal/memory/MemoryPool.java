package io.graphkernel.runtime.internal.memory;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.OutOfMemoryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.loading.JavaCpp;
import java.util.concurrent.locks.LockSupport;
import org.bytedeco.javacpp.Pointer;

/**
 * Off-heap memory that is kept for reuse.
 *
 * <p>A released block waits in the free list of its size class. Free blocks are given back to the system when they
 * exceed the {@linkplain #setCap cap} or on {@link #trim()}, but never before a grace period of
 * {@value GracePeriods#MILLIS} ms has passed since their release and every launch that ran meanwhile has ended. So a tensor
 * that one thread closes while another runs a kernel on it gives that kernel wrong values, never unmapped memory.
 *
 * <p>A call may ask for memory, too. It does not wait for itself where it cannot have the address of a block: where its own
 * thread released the block before the call began.
 */
public final class MemoryPool {
    /** JavaCPP's limit is asked for with the first block: it must be known by then where JavaCPP's library may lie. */
    private static final long CAP_BY_DEFAULT = -1;

    private static final MemoryPool SHARED = new MemoryPool(CAP_BY_DEFAULT);

    private final Block[] free = new Block[SizeClasses.COUNT];
    private long cachedBytes;
    private long cap;

    private final GracePeriods periods = new GracePeriods();

    MemoryPool(long cap) {
        this.cap = cap;
    }

    /** The pool of all tensors. */
    public static MemoryPool shared() {
        return SHARED;
    }

    /**
     * Memory of at least the given size, contents undefined.
     *
     * @param bytes the size, 0 or more
     * @throws OutOfMemoryException if the system or JavaCPP's limit has no such memory
     */
    public Block acquire(long bytes) {
        if (bytes > SizeClasses.LARGEST) {
            throw outOfMemory(null, bytes, "");
        }
        int sizeClass = SizeClasses.of(bytes);
        synchronized (this) {
            Block block = free[sizeClass];
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
     * Takes a block back. The caller must have given it up: a block is released once.
     *
     * @param block a block from {@link #acquire}
     */
    public void release(Block block) {
        LaunchMark own = LaunchMark.ofThread();
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

    /** The bytes that are kept for reuse. */
    public synchronized long cachedBytes() {
        return cachedBytes;
    }

    /** The most bytes that are kept for reuse in the long run. */
    public synchronized long cap() {
        return cap;
    }

    /**
     * Sets the most bytes that are kept for reuse. Right after a release more may be kept, for the grace period.
     *
     * @param bytes 0 or more; at first half of what JavaCPP may allocate
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
        synchronized (this) {
            cap = bytes;
            if (periods.advance()) {
                freeDownTo(cap);
            }
        }
    }

    /**
     * Gives all free blocks back to the system. Waits for three grace periods; what a launch may still use then stays.
     */
    public void trim() {
        long target;
        synchronized (this) {
            target = periods.epoch() + GracePeriods.EPOCHS_UNTIL_FREE;
        }
        while (!trimmed(target)) {
            LockSupport.parkNanos(GracePeriods.NANOS / 16);
        }
    }

    private synchronized boolean trimmed(long target) {
        if (periods.advance()) {
            freeDownTo(0);
        }
        return cachedBytes == 0 || periods.epoch() >= target;
    }

    /** Frees blocks that no launch can use, called when the calling thread has just begun an epoch. */
    private void freeDownTo(long limit) {
        LaunchMark own = LaunchMark.ofThread();
        for (int sizeClass = free.length - 1; sizeClass >= 0 && cachedBytes > limit; sizeClass--) {
            Block kept = null;
            Block block = free[sizeClass];
            free[sizeClass] = null;
            while (block != null) {
                Block next = block.next;
                block.next = null;
                if (cachedBytes > limit && canFree(block, own)) {
                    cachedBytes -= block.bytes();
                    block.free();
                } else {
                    block.next = kept;
                    kept = block;
                }
                block = next;
            }
            free[sizeClass] = kept;
        }
    }

    private boolean canFree(Block block, LaunchMark own) {
        return periods.isOver(block.releasedEpoch)
                || block.releasedBy == own
                        && own.beganAfter(block.releasedSerial)
                        && periods.isOverForOthers(block.releasedEpoch);
    }

    private Block allocate(long bytes, int sizeClass) {
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
            return RawMemory.allocate(size, sizeClass);
        } catch (OutOfMemoryError first) {
            trim();
            try {
                return RawMemory.allocate(size, sizeClass);
            } catch (OutOfMemoryError second) {
                throw outOfMemory(second, bytes, " (a block of " + size + ")");
            }
        }
    }

    private OutOfMemoryException outOfMemory(OutOfMemoryError cause, long bytes, String detail) {
        JavaCpp.ensureLoaded();
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

    private static long defaultCap() {
        long limit = Pointer.maxBytes();
        return (limit > 0 ? limit : Runtime.getRuntime().maxMemory()) / 2;
    }
}
