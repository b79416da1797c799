package io.graphkernel.processor;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Bytes allocated by a thread: a measure of its work that machine load does not change, unlike time. */
public final class AllocatedBytes {

    private static final int ROUNDS = 3;

    private AllocatedBytes() {}

    /**
     * Returns the minimum over several rounds; the first round initializes classes.
     *
     * @param work repeatable work, run on the calling thread
     * @return allocated bytes per round
     */
    public static long of(Runnable work) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long before = threads.getThreadAllocatedBytes(thread);
            work.run();
            least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
        }
        return least;
    }
}
