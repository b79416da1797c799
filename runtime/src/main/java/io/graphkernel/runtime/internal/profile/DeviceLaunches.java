package io.graphkernel.runtime.internal.profile;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/**
 * Launches that were given to devices and not yet written: their time is asked for later, so that no launch is waited
 * for. They are written in the order in which they were given.
 */
final class DeviceLaunches {
    private static final Queue<LaunchRecord> PENDING = new ArrayDeque<>();

    /** When the last launch of a stream that was written had ended, by its name. */
    private static final Map<String, Long> LAST_ENDS = new HashMap<>();

    private DeviceLaunches() {}

    static synchronized void add(LaunchRecord launch) {
        PENDING.add(launch);
    }

    /** Writes those that are done, up to the first one that is not. */
    static synchronized void collect() {
        while (!PENDING.isEmpty() && PENDING.element().isKnown()) {
            PENDING.remove().write();
        }
    }

    /** Writes all; the time of those that are not done stays unknown. */
    static synchronized void finish() {
        while (!PENDING.isEmpty()) {
            PENDING.remove().write();
        }
    }

    /** When a launch begins on its stream: not before it was given to it, and not before the end of the last one. */
    static synchronized long begin(String stream, long given, long nanoseconds) {
        long begin = Math.max(given, LAST_ENDS.getOrDefault(stream, given));
        LAST_ENDS.put(stream, begin + nanoseconds);
        return begin;
    }
}
