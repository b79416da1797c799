package io.graphkernel.runtime.internal.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * One thread's note that it is inside a call. As long as a call lasts, memory that it may have been given is not
 * unmapped, whoever closes the tensor: so a thread enters before it takes the first address. Calls may lie within calls.
 */
public final class LaunchMark {
    private static final List<WeakReference<LaunchMark>> MARKS = new ArrayList<>();

    private static final ThreadLocal<LaunchMark> CURRENT = ThreadLocal.withInitial(LaunchMark::register);

    private static final VarHandle SERIAL;

    static {
        try {
            SERIAL = MethodHandles.lookup().findVarHandle(LaunchMark.class, "serial", long.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** Odd inside a call; written by the owning thread only. */
    private long serial;

    /** How many calls lie within the first one that the owning thread is inside of. */
    private int nested;

    /** What {@link #serial} was at the last {@link #note}; guarded by {@link #MARKS}. */
    private long noted;

    private LaunchMark() {}

    /** The calling thread's mark. */
    public static LaunchMark ofThread() {
        return CURRENT.get();
    }

    /** A mark for one thread, known to the pools as long as it is reachable. */
    static LaunchMark register() {
        LaunchMark mark = new LaunchMark();
        synchronized (MARKS) {
            MARKS.removeIf(reference -> reference.get() == null);
            MARKS.add(new WeakReference<>(mark));
        }
        return mark;
    }

    /** Begins a call. What it may use is looked up after this. */
    public void enter() {
        long current = serial;
        if ((current & 1) == 0) {
            SERIAL.setRelease(this, current + 1);
            // The compiler must not look up an address before; what the processor delays is short next to a grace
            // period.
            VarHandle.acquireFence();
        } else {
            nested++;
        }
    }

    /** Ends the call that began last. */
    public void exit() {
        if (nested == 0) {
            SERIAL.setRelease(this, serial + 1);
        } else {
            nested--;
        }
    }

    /** Whether the owning thread, which asks, is inside a call. */
    public boolean isInside() {
        return (serial & 1) == 1;
    }

    /**
     * Where the owning thread, which asks, is among its calls. It grows with each call that does not lie within another.
     */
    long serial() {
        return serial;
    }

    /** Whether the owning thread, which asks, is inside a call that began after it was at a serial. */
    boolean beganAfter(long earlier) {
        return isInside() && earlier < serial;
    }

    /** Whether the call that ran at the last {@link #note} is still running. */
    boolean isStillRunning() {
        synchronized (MARKS) {
            return (noted & 1) == 1 && noted == current();
        }
    }

    private long current() {
        return (long) SERIAL.getAcquire(this);
    }

    /** Remembers which calls are running now. */
    static void note() {
        synchronized (MARKS) {
            for (WeakReference<LaunchMark> reference : MARKS) {
                LaunchMark mark = reference.get();
                if (mark != null) {
                    mark.noted = mark.current();
                }
            }
        }
    }

    /** Whether a call of another thread that ran at the last {@link #note} is still running. */
    static boolean anyOtherStillRunning(LaunchMark own) {
        synchronized (MARKS) {
            for (WeakReference<LaunchMark> reference : MARKS) {
                LaunchMark mark = reference.get();
                if (mark != null && mark != own && mark.isStillRunning()) {
                    return true;
                }
            }
            return false;
        }
    }
}
