package io.graphkernel.conformance.random;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A failure of a program.
 *
 * @param target null if the program does not compile or the process ended
 * @param binding null if the program does not compile or the process ended
 * @param message message of the compiler, exception, or first difference
 */
record Failure(Kind kind, ProgramChecker.Target target, Binding binding, String message) {

    private static final Pattern CODE = Pattern.compile("GK-\\d+|\\w+(Exception|Error)|error: [a-z ]+|\\w+");

    /** Symptom of a failure. */
    enum Kind {
        REJECTED,
        EXCEPTION,
        MISMATCH,
        CRASH
    }

    /** Returns true if another failure is of the same sort, so that a smaller program likely has the same cause. */
    boolean isLike(Failure other) {
        return kind == other.kind && target == other.target && (kind == Kind.MISMATCH || code().equals(other.code()));
    }

    /** The number of the message, or its first word. */
    private String code() {
        Matcher matcher = CODE.matcher(message);
        return matcher.find() ? matcher.group() : "";
    }

    @Override
    public String toString() {
        return kind + (target == null ? "" : " on " + target + " at " + binding) + ": " + message;
    }
}
