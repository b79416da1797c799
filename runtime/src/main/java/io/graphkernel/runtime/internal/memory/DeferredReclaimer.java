package io.graphkernel.runtime.internal.memory;

import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.logging.RuntimeLogger;
import java.io.PrintWriter;
import java.io.Writer;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that releases memory outside of pools when no launch can use it any more. It terminates after an idle
 * period, since a running thread would retain the class loader of this library.
 */
public final class DeferredReclaimer {
    private static final ArrayDeque<PendingRelease> WAITING = new ArrayDeque<>();
    private static final EpochReclamation PERIODS = new EpochReclamation();

    private static final long IDLE_NANOS = 1_000_000_000;

    /** True if the thread is running; guarded by {@link #WAITING}. */
    private static boolean running;

    private DeferredReclaimer() {}

    private record PendingRelease(Runnable release, long epoch) {}

    /**
     * Starts the thread unless it is running. Called in advance, so that no release fails for lack of a thread.
     *
     * @throws OutOfMemoryError if no thread can be created; a later call retries
     */
    public static void start() {
        synchronized (WAITING) {
            if (!running) {
                Thread thread = new Thread(DeferredReclaimer::work, "graphkernel-release");
                thread.setDaemon(true);
                // The creator's context class loader must not be retained.
                thread.setContextClassLoader(null);
                thread.start();
                running = true;
            }
        }
    }

    /**
     * Schedules the release of memory after the last reader of its address.
     *
     * @param release action that releases the memory; its exceptions are logged
     */
    public static void add(Runnable release) {
        synchronized (WAITING) {
            WAITING.add(new PendingRelease(release, PERIODS.epoch()));
            WAITING.notifyAll();
        }
        start();
    }

    /**
     * Runs a release immediately; its exceptions are only logged.
     *
     * @param owner class of the released object for the log
     */
    public static void run(Class<?> owner, Runnable release) {
        try {
            release.run();
        } catch (Throwable e) {
            report(owner, e);
        }
    }

    private static void report(Class<?> owner, Throwable failure) {
        RuntimeLogger.get()
                .log(
                        Level.WARNING,
                        RuntimeProblem.RELEASE_FAILED.message(
                                owner.getName(), failure.getClass().getName()),
                        isPrintable(failure) ? failure : null);
    }

    /** Returns true if the log can format the failure. It may be of a user's class whose methods throw. */
    private static boolean isPrintable(Throwable failure) {
        try {
            failure.printStackTrace(new PrintWriter(Writer.nullWriter()));
            return true;
        } catch (Throwable e) {
            return false;
        }
    }

    private static void work() {
        try {
            while (awaitWork()) {
                try {
                    LockSupport.parkNanos(EpochReclamation.NANOS);
                    releaseOld();
                } catch (OutOfMemoryError e) {
                    // The heap is full; the remaining releases are retried later.
                    LockSupport.parkNanos(EpochReclamation.NANOS);
                }
                // A release may have interrupted this thread, which would no longer park.
                Thread.interrupted();
            }
        } catch (RuntimeException | Error failure) {
            synchronized (WAITING) {
                running = false;
            }
            throw failure;
        }
    }

    private static void releaseOld() {
        Reclamation.run();
        advance();
        for (Runnable release = next(); release != null; release = next()) {
            run(release.getClass(), release);
        }
    }

    /** Returns false after an idle period, which terminates the thread. */
    private static boolean awaitWork() {
        long end = System.nanoTime() + IDLE_NANOS;
        synchronized (WAITING) {
            while (WAITING.isEmpty()) {
                long millis = (end - System.nanoTime()) / 1_000_000;
                if (millis <= 0) {
                    running = false;
                    return false;
                }
                try {
                    WAITING.wait(millis);
                } catch (InterruptedException e) {
                    // Interrupts do not terminate this thread.
                }
            }
            return true;
        }
    }

    private static void advance() {
        synchronized (WAITING) {
            PERIODS.advance();
        }
    }

    /** Removes and returns a release that no launch can affect any more; null if there is none. */
    private static Runnable next() {
        synchronized (WAITING) {
            boolean over = !WAITING.isEmpty() && PERIODS.isOver(WAITING.peek().epoch());
            return over ? WAITING.remove().release() : null;
        }
    }
}
