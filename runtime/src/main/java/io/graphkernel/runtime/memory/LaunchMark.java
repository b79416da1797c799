package io.graphkernel.runtime.memory;

import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One thread's note that it is inside a kernel. As long as a launch lasts, memory that it may have been given is not
 * unmapped, whoever closes the tensor.
 */
public final class LaunchMark {
    private static final List<WeakReference<LaunchMark>> MARKS = new ArrayList<>();

    /** Odd inside a launch; written by the owning thread only. */
    private final AtomicLong serial = new AtomicLong();

    /** What {@link #serial} was at the last {@link #note}; guarded by {@link #MARKS}. */
    private long noted;

    private LaunchMark() {}

    /** A mark for one thread, known to the pools as long as it is reachable. */
    public static LaunchMark register() {
        LaunchMark mark = new LaunchMark();
        synchronized (MARKS) {
            MARKS.removeIf(reference -> reference.get() == null);
            MARKS.add(new WeakReference<>(mark));
        }
        return mark;
    }

    /** Begins a launch. What it may use is looked up after this. */
    public void enter() {
        serial.setRelease(serial.getPlain() + 1);
        // The compiler must not look up an address before; what the processor delays is short beside a grace period.
        VarHandle.acquireFence();
    }

    /** Ends the launch. */
    public void exit() {
        serial.setRelease(serial.getPlain() + 1);
    }

    /** Remembers which launches are running now. */
    static void note() {
        synchronized (MARKS) {
            for (WeakReference<LaunchMark> reference : MARKS) {
                LaunchMark mark = reference.get();
                if (mark != null) {
                    mark.noted = mark.serial.getAcquire();
                }
            }
        }
    }

    /** Whether a launch that ran at the last {@link #note} is still running. */
    static boolean anyStillRunning() {
        synchronized (MARKS) {
            for (WeakReference<LaunchMark> reference : MARKS) {
                LaunchMark mark = reference.get();
                if (mark != null && (mark.noted & 1) == 1 && mark.noted == mark.serial.getAcquire()) {
                    return true;
                }
            }
            return false;
        }
    }
}
