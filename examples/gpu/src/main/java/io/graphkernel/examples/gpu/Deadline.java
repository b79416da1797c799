package io.graphkernel.examples.gpu;

import java.time.Duration;

/** A point in time by which work must end. */
final class Deadline {
    private final long nanos;

    private Deadline(long nanos) {
        this.nanos = nanos;
    }

    /** Returns the deadline after a duration. */
    static Deadline after(Duration duration) {
        return new Deadline(System.nanoTime() + duration.toNanos());
    }

    /** Returns a deadline after a share of the time that this one leaves. */
    Deadline share(double share) {
        return after(Duration.ofNanos((long) (share * remaining().toNanos())));
    }

    /** Returns the remaining time, not negative. */
    Duration remaining() {
        return Duration.ofNanos(Math.max(0, nanos - System.nanoTime()));
    }

    /** Returns true if no time remains. */
    boolean isOver() {
        return remaining().isZero();
    }
}
