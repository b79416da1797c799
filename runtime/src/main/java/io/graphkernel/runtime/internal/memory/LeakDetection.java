package io.graphkernel.runtime.internal.memory;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Level of diagnostics for unclosed tensors, which are counted at every level. */
public enum LeakDetection {
    /** No logging. */
    OFF,
    /** Logs the number of leaks. */
    COUNT,
    /** Logs the stack traces of sampled allocations. */
    SAMPLE,
    /** Records the stack trace of each allocation. */
    ALL;

    private static final String PROPERTY = "graphkernel.leaks";
    private static final String VARIABLE = "GRAPHKERNEL_LEAKS";
    private static final String INTERNALS = "io.graphkernel.runtime.internal.";
    private static final int MAX_FRAMES = 32;

    /** Number of allocations per sample: a prime, to avoid sampling the same allocation of a loop. */
    private static final int SAMPLE_PERIOD = 127;

    /** The setting when the first tensor was allocated. An invalid value is reported by the first kernel call. */
    static final LeakDetection CURRENT = of(setting(), COUNT);

    /** True if allocations record stack traces. */
    static final boolean HAS_SITES = CURRENT.compareTo(SAMPLE) >= 0;

    /** Number of allocations; updates of concurrent threads may be lost. */
    private static int allocations;

    /**
     * Checks the setting.
     *
     * @throws InvalidArgumentException if the value is invalid
     */
    public static void requireValidSetting() {
        if (of(setting(), null) == null) {
            throw new InvalidArgumentException(
                    RuntimeProblem.INVALID_SETTING,
                    PROPERTY + " or " + VARIABLE,
                    setting(),
                    "it says which unclosed tensors are reported",
                    "set it to one of " + texts() + ", or leave it out");
        }
    }

    /**
     * Returns the stack trace of the caller without internals of this library; null if this allocation is not sampled.
     */
    static StackTraceElement[] site() {
        if (CURRENT == SAMPLE && allocations++ % SAMPLE_PERIOD != 0) {
            return null;
        }
        return StackWalker.getInstance()
                .walk(frames -> frames.dropWhile(frame -> frame.getClassName().startsWith(INTERNALS))
                        .limit(MAX_FRAMES)
                        .map(StackWalker.StackFrame::toStackTraceElement)
                        .toArray(StackTraceElement[]::new));
    }

    /** Returns the setting in the spelling of users. */
    static String describe() {
        return PROPERTY + "=" + CURRENT.text();
    }

    private static String setting() {
        return System.getProperty(PROPERTY, System.getenv(VARIABLE));
    }

    private static LeakDetection of(String text, LeakDetection otherwise) {
        if (text == null || text.isBlank()) {
            return COUNT;
        }
        return Arrays.stream(values())
                .filter(value -> value.text().equals(text.strip()))
                .findFirst()
                .orElse(otherwise);
    }

    private static List<String> texts() {
        return Arrays.stream(values()).map(LeakDetection::text).toList();
    }

    private String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
