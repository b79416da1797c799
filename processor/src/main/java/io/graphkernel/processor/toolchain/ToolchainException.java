package io.graphkernel.processor.toolchain;

import io.graphkernel.files.UnsafePathException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A native build that gave no library. Carries what a diagnostic needs: what failed, why, and how to see it again. */
public final class ToolchainException extends Exception {
    /** The stage that failed. */
    public enum Kind {
        /** There is no compiler for this machine or target, or it does not start. */
        UNAVAILABLE,
        /** Nothing can be compiled for the machine that compiles. The details are why, and what to do. */
        UNKNOWN_HOST,
        /** The compiler was built without the GPUs that are compiled for. */
        WITHOUT_GPU,
        /** There is no toolkit of the vendor whose binaries were asked for. */
        WITHOUT_TOOLKIT,
        /** The compiler refused the source. */
        COMPILE_FAILED,
        /** The linker refused the objects. */
        LINK_FAILED,
        /** A directory cannot be written. The details are what the system says, and the setting that names another one. */
        CACHE,
        /** Another user could change a directory. The details are how, what to do, and the setting that names another one. */
        CACHE_UNSAFE
    }

    /**
     * The files and command of a failed step, kept in the cache directory.
     *
     * @param source the source
     * @param command a shell command that runs the failed step again
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
     * A build that failed before a tool was run.
     *
     * @param kind what failed
     * @param message what is wrong
     * @param details the reasons, as {@link #details} has them
     */
    public ToolchainException(Kind kind, String message, List<String> details) {
        this(kind, message, details, null, null);
    }

    /**
     * A directory that cannot be used.
     *
     * @param what it is, with an article
     * @param setting names another directory
     */
    static ToolchainException directory(String what, Path directory, String setting, IOException cause) {
        String message = what + " " + directory;
        return cause instanceof UnsafePathException unsafe
                ? new ToolchainException(
                        Kind.CACHE_UNSAFE, message, List.of(unsafe.getMessage(), unsafe.fix(), setting), null, cause)
                : new ToolchainException(Kind.CACHE, message, List.of(cause.toString(), setting), null, cause);
    }

    public Kind kind() {
        return kind;
    }

    /** The reasons, one line each: at most three; for {@link Kind#COMPILE_FAILED} the first diagnostics of clang. */
    public List<String> details() {
        return details;
    }

    /** With the reasons: who compiles outside of javac, as the module {@code native} and tests do, gets no diagnostic. */
    @Override
    public String toString() {
        List<String> lines = new ArrayList<>(List.of(super.toString()));
        lines.addAll(details);
        reproduction().ifPresent(kept -> lines.add("to see it again, run " + kept.command()));
        return String.join("\n    ", lines);
    }

    /** How to see the failure again; present if a compiler or linker was run on the source. */
    public Optional<Reproduction> reproduction() {
        return Optional.ofNullable(reproduction);
    }
}
