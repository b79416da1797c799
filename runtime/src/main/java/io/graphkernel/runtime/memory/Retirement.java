package io.graphkernel.runtime.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Releases memory that does not come from a pool when no launch can use it any more, in a thread that lives as long as
 * something waits.
 */
public final class Retirement {
    private static final ArrayDeque<Waiting> WAITING = new ArrayDeque<>();
    private static final GracePeriods PERIODS = new GracePeriods();

    /** Whether the thread runs; guarded by {@link #WAITING}. */
    private static boolean running;

    private Retirement() {}

    private record Waiting(Runnable release, long epoch) {}

    /**
     * Lets memory wait that nobody takes the address of any more.
     *
     * @param release gives the memory back; it does not throw
     */
    public static void add(Runnable release) {
        synchronized (WAITING) {
            WAITING.add(new Waiting(release, PERIODS.epoch()));
            if (!running) {
                Thread thread = new Thread(Retirement::work, "graphkernel-release");
                thread.setDaemon(true);
                thread.start();
                running = true;
            }
        }
    }

    private static void work() {
        boolean more = true;
        while (more) {
            LockSupport.parkNanos(GracePeriods.NANOS);
            List<Runnable> over = new ArrayList<>();
            synchronized (WAITING) {
                if (PERIODS.advance()) {
                    while (!WAITING.isEmpty() && PERIODS.isOver(WAITING.peek().epoch())) {
                        over.add(WAITING.remove().release());
                    }
                }
                more = !WAITING.isEmpty();
                running = more;
            }
            over.forEach(Runnable::run);
        }
    }
}
