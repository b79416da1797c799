package io.graphkernel.runtime.internal.parallel;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.jvm.RangeFunction;

/** The process-wide team of kernel threads, started when the first launch is split. */
public final class KernelTeam {
    private static final String PROPERTY = "graphkernel.threads";
    private static final String VARIABLE = "GRAPHKERNEL_THREADS";
    private static final String AT_MIN_ONE = "a launch runs on at least one thread";

    /** 0 until it is requested or set. */
    private static volatile int count;

    /** Null until a launch has been split, or with one thread. */
    private static volatile ThreadTeam team;

    private KernelTeam() {}

    /** Returns the number of threads of a launch including the calling one. */
    public static int count() {
        int current = count;
        return current != 0 ? current : initialCount();
    }

    /**
     * Sets the number of threads of later launches including the calling one.
     *
     * @param threads number of threads, at least 1
     */
    public static synchronized void setCount(int threads) {
        if (threads < 1) {
            throw invalid("the number of threads", threads, AT_MIN_ONE);
        }
        if (threads != count) {
            count = threads;
            if (team != null) {
                team.close();
                team = null;
            }
        }
    }

    /** Runs a kernel on up to {@code limit} threads, or on the caller alone if the others run another launch. */
    public static void run(
            RangeFunction function,
            long kernel,
            long arguments,
            long range,
            long grainSize,
            long scratchBytes,
            long limit,
            Scratch scratch) {
        int threads = (int) Math.min(count(), limit);
        if (threads > 1) {
            ThreadTeam current = team;
            if (current == null) {
                current = start();
            }
            if (current != null
                    && current.run(function, kernel, arguments, range, grainSize, scratchBytes, threads, scratch)) {
                return;
            }
        }
        function.run(kernel, arguments, 0, range, scratch.ensure(scratchBytes));
    }

    private static synchronized ThreadTeam start() {
        if (team == null && count() > 1) {
            team = new ThreadTeam(count());
        }
        return team;
    }

    private static synchronized int initialCount() {
        if (count == 0) {
            String text = System.getProperty(PROPERTY, System.getenv(VARIABLE));
            count = text == null || text.isBlank() ? Runtime.getRuntime().availableProcessors() : parse(text.strip());
        }
        return count;
    }

    private static int parse(String text) {
        // Java also parses digits of other scripts.
        if (!text.matches("[+-]?[0-9]+")) {
            throw invalid(PROPERTY + " or " + VARIABLE, text, "it is not an integer");
        }
        try {
            int threads = Integer.parseInt(text);
            if (threads >= 1) {
                return threads;
            }
        } catch (NumberFormatException e) {
            throw invalid(PROPERTY + " or " + VARIABLE, text, "it is out of the range of int");
        }
        throw invalid(PROPERTY + " or " + VARIABLE, text, AT_MIN_ONE);
    }

    private static InvalidArgumentException invalid(String setting, Object value, String because) {
        return new InvalidArgumentException(
                RuntimeProblem.INVALID_SETTING, setting, value, because, "set it to an integer of 1 or more");
    }
}
