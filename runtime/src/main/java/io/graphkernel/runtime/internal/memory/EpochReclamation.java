package io.graphkernel.runtime.internal.memory;

/**
 * Epoch-based reclamation: memory retired in epoch e can be freed when epoch e + 3 begins.
 *
 * <p>When e + 2 begins, a grace period of {@value #MILLIS} ms has passed, after which every thread sees that the memory
 * is retired; the launches running then are recorded. When e + 3 begins, they have ended. The users of an instance must
 * synchronize.
 */
final class EpochReclamation {
    static final long MILLIS = 50;
    static final long NANOS = MILLIS * 1_000_000;
    static final int EPOCHS_UNTIL_FREE = 3;

    private long epoch;
    private long start = System.nanoTime();

    /**
     * True if the launches of threads other than the one that began this epoch, which were running when the previous
     * one began, have ended.
     */
    private boolean othersQuiet;

    /** True if the launch of that thread has ended as well. */
    private boolean quiet;

    /** Returns the current epoch. */
    long epoch() {
        return epoch;
    }

    /** Begins a new epoch if the current one has lasted for a grace period; returns true if it did. */
    boolean advance() {
        long now = System.nanoTime();
        if (now - start < NANOS) {
            return false;
        }
        epoch++;
        start = now;
        EpochGuard own = EpochGuard.ofThread();
        othersQuiet = !EpochGuard.anyOtherStillRunning(own);
        quiet = othersQuiet && !own.isStillRunning();
        EpochGuard.note();
        return true;
    }

    /** Returns true if no launch can use memory retired in an epoch, as of the beginning of the current one. */
    boolean isOver(long givenUp) {
        return quiet && isOld(givenUp);
    }

    /**
     * Returns true if no launch of threads other than the one that began the current epoch can use memory retired in an
     * epoch.
     */
    boolean isOverForOthers(long givenUp) {
        return othersQuiet && isOld(givenUp);
    }

    private boolean isOld(long givenUp) {
        return givenUp <= epoch - EPOCHS_UNTIL_FREE;
    }
}
