package io.graphkernel.common.failure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Cause of a failure, derived from an exception.
 *
 * @param kind kind of cause
 * @param cause description, as the end of a sentence
 * @param fix remedy, as a clause that does not name a setting
 */
public record FailureCause(Kind kind, String cause, String fix) {

    /** A kind of causes with a common remedy. */
    public enum Kind {
        /** The disk or the user's quota is full. */
        FULL_DISK,
        /** The file system is read-only. */
        READ_ONLY,
        /** The user of the process lacks permission. */
        NO_PERMISSION,
        /** A file or directory does not exist. */
        NOT_FOUND,
        /** A file is in place of a directory, or the reverse. */
        WRONG_KIND_OF_FILE,
        /** The name is too long or invalid. */
        INVALID_NAME,
        /** The process has too many open files. */
        OPEN_FILES,
        /** A file cannot be locked. */
        LOCKED,
        /** The thread was interrupted. */
        INTERRUPTED,
        /** A jar or file was truncated or modified. */
        DAMAGED,
        /** The disk or its driver failed. */
        BROKEN_DISK,
        /** A class or native library of another version is on the class path. */
        WRONG_VERSION,
        /** The class file requires a newer Java. */
        OLD_JAVA,
        /** A class is not on the class path. */
        MISSING_CLASS,
        /** A native library does not exist. */
        MISSING_LIBRARY,
        /** A native library requires a newer C or C++ library. */
        OLD_SYSTEM,
        /** A native library is for another processor or system. */
        OTHER_PLATFORM,
        /** The directory does not permit execution. */
        NO_EXECUTION,
        /** Java does not permit a module to call native code. */
        NO_NATIVE_ACCESS,
        /** The memory of the process or the stack of the thread is exhausted. */
        MEMORY,
        /** Any other cause. */
        OTHER
    }

    /** A rule for one exception of a chain. */
    @FunctionalInterface
    interface Rule {
        /** Returns the cause; null if the rule does not apply. */
        FailureCause of(Throwable failure);
    }

    private static final List<Rule> RULES = List.of(FileFailures::of, LinkFailures::of);

    /**
     * Returns the cause of an exception: that of the innermost recognized exception in its chain.
     *
     * @param failure the exception
     */
    public static FailureCause of(Throwable failure) {
        List<Throwable> chain = chain(failure);
        for (int i = chain.size() - 1; i >= 0; i--) {
            for (Rule rule : RULES) {
                FailureCause found = rule.of(chain.get(i));
                if (found != null) {
                    return found;
                }
            }
        }
        Throwable root = chain.get(chain.size() - 1);
        return new FailureCause(Kind.OTHER, firstLine(root), "inspect the causes of this exception");
    }

    private static List<Throwable> chain(Throwable failure) {
        List<Throwable> chain = new ArrayList<>();
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Throwable throwable = failure;
                throwable != null && seen.add(throwable);
                throwable = throwable.getCause()) {
            chain.add(throwable);
        }
        return chain;
    }

    /** Returns true if the cause is one of some kinds. */
    public boolean is(Kind... kinds) {
        return List.of(kinds).contains(kind);
    }

    /**
     * Returns the fix; for causes related to a directory, with an alternative.
     *
     * @param otherwise alternative that names another directory, as a clause
     */
    public String fixOr(String otherwise) {
        return switch (kind) {
            case FULL_DISK,
                    READ_ONLY,
                    NO_PERMISSION,
                    NOT_FOUND,
                    WRONG_KIND_OF_FILE,
                    INVALID_NAME,
                    LOCKED,
                    BROKEN_DISK,
                    NO_EXECUTION -> fix + ", or " + otherwise;
            default -> fix;
        };
    }

    /** Returns the name and the first line of an exception; the dynamic linker appends all searched paths. */
    static String firstLine(Throwable failure) {
        return failure.toString().lines().findFirst().orElse(failure.getClass().getName());
    }
}
