package io.graphkernel.runtime.internal.profile;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/**
 * Enqueued launches whose records are not written yet. Their times are queried later, so that no launch blocks. They
 * are written in the order of their launch.
 */
final class DeviceLaunches {
    private static final Queue<LaunchRecord> PENDING = new ArrayDeque<>();

    /** End of the last written launch of each stream, by name. */
    private static final Map<String, Long> LAST_ENDS = new HashMap<>();

    private DeviceLaunches() {}

    static synchronized void add(LaunchRecord launch) {
        PENDING.add(launch);
    }

    /** Writes the records of completed launches, up to the first incomplete one. */
    static synchronized void collect() {
        while (!PENDING.isEmpty() && PENDING.element().isKnown()) {
            PENDING.remove().write();
        }
    }

    /** Writes all records; the time of incomplete launches is unknown. */
    static synchronized void finish() {
        while (!PENDING.isEmpty()) {
            PENDING.remove().write();
        }
    }

    /**
     * Returns the start of a launch on its stream: not before it was enqueued, and not before the end of the previous
     * one.
     */
    static synchronized long begin(String stream, long enqueued, long nanoseconds) {
        long begin = Math.max(enqueued, LAST_ENDS.getOrDefault(stream, enqueued));
        LAST_ENDS.put(stream, begin + nanoseconds);
        return begin;
    }
}
