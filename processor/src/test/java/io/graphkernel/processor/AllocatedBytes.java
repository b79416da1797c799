package io.graphkernel.processor;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What a thread allocates: a count of what it computes, which no load of the machine changes, unlike a time. */
public final class AllocatedBytes {

    private static final int ROUNDS = 3;

    private AllocatedBytes() {}

    /**
     * The least bytes of some rounds: the first one initializes classes.
     *
     * @param work does the same each time, in the thread that calls it
     * @return bytes of one round
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
