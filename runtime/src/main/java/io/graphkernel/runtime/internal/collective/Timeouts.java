package io.graphkernel.runtime.internal.collective;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.time.Duration;

/** How long the ranks of a group wait for each other. */
public final class Timeouts {
    /** 292 years: as much as can be counted in nanoseconds. */
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private Timeouts() {}

    /**
     * A timeout in nanoseconds.
     *
     * @throws InvalidArgumentException if it is null or negative
     */
    public static long nanos(String group, Duration timeout) {
        if (timeout == null || timeout.isNegative()) {
            throw new InvalidArgumentException(
                    RuntimeProblem.INVALID_SETTING,
                    "the timeout of the group " + group,
                    timeout,
                    "a rank waits for the others for no time or longer",
                    "pass a duration of 0 or more");
        }
        return (timeout.compareTo(LONGEST) < 0 ? timeout : LONGEST).toNanos();
    }
}
