package io.graphkernel.runtime.exception;

import org.jspecify.annotations.Nullable;

/** A native library that is missing, damaged, of another platform or version, or that cannot be loaded. */
public final class KernelLibraryException extends GraphKernelException {
    private static final long serialVersionUID = 1L;

    /** With the message of a problem, its arguments filled in. */
    public KernelLibraryException(RuntimeProblem problem, @Nullable Object... arguments) {
        super(problem, arguments);
    }

    /** With the message of a problem, its arguments filled in, and what caused it. */
    public KernelLibraryException(Throwable cause, RuntimeProblem problem, @Nullable Object... arguments) {
        super(cause, problem, arguments);
    }
}
