package io.graphkernel.processor.toolchain;

import io.graphkernel.common.failure.FailureCause;
import io.graphkernel.common.files.UnsafePathException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Failed native build, with the data of a diagnostic: the failure, its cause, and the command to reproduce it. */
public final class ToolchainException extends Exception {
    /** Kind of failure. */
    public enum Kind {
        /** The compiler for this machine or target is missing or does not start. */
        UNAVAILABLE,
        /** The host is not supported. The details are the cause and a fix. */
        UNKNOWN_HOST,
        /** The compiler lacks a back end for the target GPUs. */
        WITHOUT_GPU,
        /** The vendor's toolkit for the requested binaries is missing. */
        WITHOUT_TOOLKIT,
        /** The compiler rejected the source. */
        COMPILE_FAILED,
        /** The linker rejected the objects. */
        LINK_FAILED,
        /** A directory cannot be used. The details are the cause and a fix. */
        CACHE,
        /**
         * A directory is writable by another user. The details are the cause, a fix, and the setting for another
         * directory.
         */
        CACHE_UNSAFE
    }

    /**
     * Files and command of a failed step, preserved in the cache directory.
     *
     * @param source the source
     * @param command shell command that repeats the failed step
     */
    public record Reproduction(Path source, String command) {}

    private final Kind kind;
    private final List<String> details;
    private final Reproduction reproduction;

    ToolchainException(Kind kind, String message, List<String> details, Reproduction reproduction, Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.details = List.copyOf(details);
        this.reproduction = reproduction;
    }

    /**
     * Creates an exception for a build that failed before a program was run.
     *
     * @param kind kind of failure
     * @param message description of the failure
     * @param details causes, see {@link #details}
     */
    public ToolchainException(Kind kind, String message, List<String> details) {
        this(kind, message, details, null, null);
    }

    /**
     * Returns an exception for an unusable directory.
     *
     * @param what description of the directory, with an article
     * @param setting setting that selects another directory
     */
    static ToolchainException directory(String what, Path directory, String setting, IOException cause) {
        String message = what + " " + directory;
        return cause instanceof UnsafePathException unsafe
                ? new ToolchainException(
                        Kind.CACHE_UNSAFE, message, List.of(unsafe.getMessage(), unsafe.fix(), setting), null, cause)
                : new ToolchainException(
                        Kind.CACHE,
                        message,
                        List.of(
                                FailureCause.of(cause).cause(),
                                FailureCause.of(cause).fixOr("name another directory with " + setting)),
                        null,
                        cause);
    }

    public Kind kind() {
        return kind;
    }

    /** Returns at most three lines with the causes; for {@link Kind#COMPILE_FAILED} the first diagnostics of clang. */
    public List<String> details() {
        return details;
    }

    /**
     * Includes the causes: builds outside of javac, such as that of module {@code native} and of tests, get no
     * diagnostic.
     */
    @Override
    public String toString() {
        List<String> lines = new ArrayList<>(List.of(super.toString()));
        lines.addAll(details);
        reproduction().ifPresent(kept -> lines.add("to see it again, run " + kept.command()));
        return String.join("\n    ", lines);
    }

    /** Returns the data to reproduce the failure; present if a compiler or linker was run on the source. */
    public Optional<Reproduction> reproduction() {
        return Optional.ofNullable(reproduction);
    }
}
