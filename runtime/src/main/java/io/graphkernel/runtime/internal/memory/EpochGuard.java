package io.graphkernel.runtime.internal.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * A per-thread marker that the thread is inside a call. While a call lasts, memory it may access is not unmapped, even
 * if another thread closes the tensor. A thread therefore enters before it reads the first address. Calls may be
 * nested.
 */
public final class EpochGuard {
    private static final List<WeakReference<EpochGuard>> MARKS = new ArrayList<>();

    private static final PerThread<EpochGuard> CURRENT = new PerThread<>(EpochGuard::register, EpochGuard::leave);

    private static final VarHandle SERIAL;
    private static final VarHandle RETAINED_BYTES;

    static {
        try {
            SERIAL = MethodHandles.lookup().findVarHandle(EpochGuard.class, "serial", long.class);
            RETAINED_BYTES = MethodHandles.lookup().findVarHandle(EpochGuard.class, "retainedBytes", long.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** Odd inside a call; written by the owning thread only. */
    private long serial;

    /** Nesting depth of calls inside the outermost one of the owning thread. */
    private int nested;

    /** Value of {@link #serial} at the last {@link #note}; guarded by {@link #MARKS}. */
    private long noted;

    /**
     * Small block that the owning thread released last, so that it reuses it without a lock; null if there is none.
     * Accessed by the owning thread only.
     */
    HostBlock lastReleased;

    /** Size of {@link #lastReleased}, which other threads may read. */
    @SuppressWarnings("UnusedVariable") // Read through RETAINED_BYTES.
    private long retainedBytes;

    private EpochGuard() {}

    /** Returns the guard of the calling thread. */
    public static EpochGuard ofThread() {
        return CURRENT.get();
    }

    /** Registers a guard for one thread, which pools inspect while it is reachable. */
    static EpochGuard register() {
        EpochGuard mark = new EpochGuard();
        synchronized (MARKS) {
            MARKS.removeIf(reference -> reference.get() == null);
            MARKS.add(new WeakReference<>(mark));
        }
        return mark;
    }

    /** Replaces {@link #lastReleased} and returns the previous block. */
    HostBlock retain(HostBlock block) {
        HostBlock previous = lastReleased;
        lastReleased = block;
        RETAINED_BYTES.setOpaque(this, block == null ? 0 : block.bytes());
        return previous;
    }

    /** Returns the size of the blocks that all threads retain. */
    static long retainedBytes() {
        synchronized (MARKS) {
            long bytes = 0;
            for (WeakReference<EpochGuard> reference : MARKS) {
                EpochGuard mark = reference.get();
                bytes += mark == null ? 0 : (long) RETAINED_BYTES.getOpaque(mark);
            }
            return bytes;
        }
    }

    /** Ends the calls of a terminated thread. */
    private void leave() {
        nested = 0;
        if (isInside()) {
            exit();
        }
    }

    /** Begins a call. Memory is looked up after this. */
    public void enter() {
        long current = serial;
        if ((current & 1) == 0) {
            SERIAL.setRelease(this, current + 1);
            // The compiler must not move an address lookup before this; reordering by the processor is short compared
            // with a grace
            // period.
            VarHandle.acquireFence();
        } else {
            nested++;
        }
    }

    /** Ends the most recent call. */
    public void exit() {
        if (nested == 0) {
            SERIAL.setRelease(this, serial + 1);
        } else {
            nested--;
        }
    }

    /** Returns true if the owning thread, which must be the caller, is inside a call. */
    public boolean isInside() {
        return (serial & 1) == 1;
    }

    /**
     * Returns the serial number of the owning thread, which must be the caller. It increases with each outermost call.
     */
    long serial() {
        return serial;
    }

    /**
     * Returns true if the owning thread, which must be the caller, is inside a call that began after a serial number.
     */
    boolean beganAfter(long earlier) {
        return isInside() && earlier < serial;
    }

    /** Returns true if the call that was running at the last {@link #note} is still running. */
    boolean isStillRunning() {
        synchronized (MARKS) {
            return (noted & 1) == 1 && noted == current();
        }
    }

    private long current() {
        return (long) SERIAL.getAcquire(this);
    }

    /** Takes a snapshot of the calls that are running. */
    static void note() {
        synchronized (MARKS) {
            for (WeakReference<EpochGuard> reference : MARKS) {
                EpochGuard mark = reference.get();
                if (mark != null) {
                    mark.noted = mark.current();
                }
            }
        }
    }

    /** Returns true if a call of another thread that was running at the last {@link #note} is still running. */
    static boolean anyOtherStillRunning(EpochGuard own) {
        synchronized (MARKS) {
            for (WeakReference<EpochGuard> reference : MARKS) {
                EpochGuard mark = reference.get();
                if (mark != null && mark != own && mark.isStillRunning()) {
                    return true;
                }
            }
            return false;
        }
    }
}
