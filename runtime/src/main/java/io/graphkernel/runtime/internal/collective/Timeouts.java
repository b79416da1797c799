package io.graphkernel.runtime.internal.collective;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.time.Duration;

/** Timeouts of waiting ranks. */
public final class Timeouts {
    /** Maximum number of nanoseconds, 292 years. */
    private static final Duration MAX_TIMEOUT = Duration.ofNanos(Long.MAX_VALUE);

    private Timeouts() {}

    /**
     * Returns a timeout in nanoseconds.
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
        return (timeout.compareTo(MAX_TIMEOUT) < 0 ? timeout : MAX_TIMEOUT).toNanos();
    }
}
