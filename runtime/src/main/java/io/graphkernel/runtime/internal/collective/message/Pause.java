package io.graphkernel.runtime.internal.collective.message;

import java.util.concurrent.locks.LockSupport;

/** How a rank waits: at once ready for what comes soon, and later without keeping a processor busy. */
final class Pause {
    private static final int SPINS = 200;
    private static final int YIELDS = 4000;
    private static final long SLEEP_NANOS = 50_000;

    private int count;

    /** Waits a little. An interrupt does not end it early for good: the thread stays interrupted. */
    void pause() {
        count++;
        if (count < SPINS) {
            Thread.onSpinWait();
        } else if (count < YIELDS || Thread.currentThread().isInterrupted()) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(SLEEP_NANOS);
        }
    }

    /** Something has come. */
    void reset() {
        count = 0;
    }
}
