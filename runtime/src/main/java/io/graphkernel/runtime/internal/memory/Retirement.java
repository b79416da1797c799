package io.graphkernel.runtime.internal.memory;

import io.graphkernel.runtime.exception.RuntimeProblem;
import java.io.PrintWriter;
import java.io.Writer;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;

/**
 * Releases memory that does not come from a pool when no launch can use it any more, in one thread that lives as long as
 * the process.
 */
public final class Retirement {
    private static final System.Logger LOGGER = System.getLogger("io.graphkernel");
    private static final ArrayDeque<Waiting> WAITING = new ArrayDeque<>();
    private static final GracePeriods PERIODS = new GracePeriods();

    /** Whether the thread runs; guarded by {@link #WAITING}. */
    private static boolean running;

    private Retirement() {}

    private record Waiting(Runnable release, long epoch) {}

    /**
     * Starts the thread, unless it runs. Called before there is anything to release, so that no release fails for the
     * want of a thread.
     *
     * @throws OutOfMemoryError if there can be no more threads; a later call tries again
     */
    public static void start() {
        synchronized (WAITING) {
            if (!running) {
                Thread thread = new Thread(Retirement::work, "graphkernel-release");
                thread.setDaemon(true);
                thread.start();
                running = true;
            }
        }
    }

    /**
     * Lets memory wait that nobody takes the address of any more.
     *
     * @param release gives the memory back; what it throws is logged
     */
    public static void add(Runnable release) {
        synchronized (WAITING) {
            WAITING.add(new Waiting(release, PERIODS.epoch()));
            WAITING.notifyAll();
        }
        start();
    }

    /**
     * Runs a release, now; what it throws reaches nobody but the log.
     *
     * @param owner the class of what is released, for the log
     */
    public static void run(Class<?> owner, Runnable release) {
        try {
            release.run();
        } catch (Throwable e) {
            report(owner, e);
        }
    }

    private static void report(Class<?> owner, Throwable failure) {
        LOGGER.log(
                Level.WARNING,
                RuntimeProblem.RELEASE_FAILED.message(
                        owner.getName(), failure.getClass().getName()),
                isPrintable(failure) ? failure : null);
    }

    /** A failure is other people's code, which may throw when the log asks for its text, and with that nothing is logged. */
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
            while (true) {
                awaitWork();
                LockSupport.parkNanos(GracePeriods.NANOS);
                advance();
                for (Runnable release = next(); release != null; release = next()) {
                    run(release.getClass(), release);
                }
                // A release may have interrupted this thread, which would then not park any more.
                Thread.interrupted();
            }
        } finally {
            synchronized (WAITING) {
                running = false;
            }
        }
    }

    private static void awaitWork() {
        synchronized (WAITING) {
            while (WAITING.isEmpty()) {
                try {
                    WAITING.wait();
                } catch (InterruptedException e) {
                    // Nobody ends this thread.
                }
            }
        }
    }

    private static void advance() {
        synchronized (WAITING) {
            PERIODS.advance();
        }
    }

    /** Takes out one that no launch can use any more; null if there is none. */
    private static Runnable next() {
        synchronized (WAITING) {
            boolean over = !WAITING.isEmpty() && PERIODS.isOver(WAITING.peek().epoch());
            return over ? WAITING.remove().release() : null;
        }
    }
}
