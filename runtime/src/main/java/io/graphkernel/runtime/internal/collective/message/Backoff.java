package io.graphkernel.runtime.internal.collective.message;

import java.util.concurrent.locks.LockSupport;

/** Waiting strategy of a rank: spins first for low latency, then yields the processor. */
final class Backoff {
    private static final int SPINS = 200;
    private static final int YIELDS = 4000;
    private static final long SLEEP_NANOS = 50_000;

    private int count;

    /** Waits for a short time. The interrupt status is preserved. */
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

    /** Restarts with spinning after progress. */
    void reset() {
        count = 0;
    }
}
