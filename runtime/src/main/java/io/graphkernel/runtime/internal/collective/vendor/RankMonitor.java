package io.graphkernel.runtime.internal.collective.vendor;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A thread that polls ranks for asynchronous errors while there are any, since libraries do not report them. */
final class RankMonitor {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final List<DeviceCommunicator> RANKS = new CopyOnWriteArrayList<>();
    private static Thread thread;

    private RankMonitor() {}

    static synchronized void add(DeviceCommunicator rank) {
        RANKS.add(rank);
        if (thread == null) {
            thread = new Thread(RankMonitor::run, "graphkernel-rank-watch");
            thread.setDaemon(true);
            thread.start();
        }
    }

    static void remove(DeviceCommunicator rank) {
        RANKS.remove(rank);
    }

    private static void run() {
        while (isNeeded()) {
            RANKS.forEach(DeviceCommunicator::look);
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static synchronized boolean isNeeded() {
        if (RANKS.isEmpty()) {
            thread = null;
        }
        return thread != null;
    }
}
