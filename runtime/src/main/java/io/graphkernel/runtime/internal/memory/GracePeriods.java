package io.graphkernel.runtime.internal.memory;

/**
 * The time that given up memory waits until no launch can use it. It is cut into epochs; what is given up in epoch e is
 * free when epoch e + 3 begins: at the begin of e + 2 a grace period of {@value #MILLIS} ms has passed, in which every
 * thread has seen that the memory is given up, and the launches that run then are noted; at the begin of e + 3 they have
 * ended. The users of an instance lock it out against each other.
 */
final class GracePeriods {
    static final long MILLIS = 50;
    static final long NANOS = MILLIS * 1_000_000;
    static final int EPOCHS_UNTIL_FREE = 3;

    private long epoch;
    private long start = System.nanoTime();

    /** Whether the launches of other threads than the one that began this epoch, which ran when the previous one began, have ended. */
    private boolean othersQuiet;

    /** Whether that of the thread itself has ended, too. */
    private boolean quiet;

    /** The number of the current epoch. */
    long epoch() {
        return epoch;
    }

    /** Begins a new epoch if the current one has lasted for a grace period; says whether it did. */
    boolean advance() {
        long now = System.nanoTime();
        if (now - start < NANOS) {
            return false;
        }
        epoch++;
        start = now;
        LaunchMark own = LaunchMark.ofThread();
        othersQuiet = !LaunchMark.anyOtherStillRunning(own);
        quiet = othersQuiet && !own.isStillRunning();
        LaunchMark.note();
        return true;
    }

    /** Whether no launch can use what was given up in an epoch, as seen when the current one began. */
    boolean isOver(long givenUp) {
        return quiet && isOld(givenUp);
    }

    /** The same of the launches of other threads than the one that began the current epoch. */
    boolean isOverForOthers(long givenUp) {
        return othersQuiet && isOld(givenUp);
    }

    private boolean isOld(long givenUp) {
        return givenUp <= epoch - EPOCHS_UNTIL_FREE;
    }
}
