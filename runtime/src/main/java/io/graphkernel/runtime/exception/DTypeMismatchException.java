package io.graphkernel.runtime.exception;

import org.jspecify.annotations.Nullable;

/** A tensor of another dtype than the kernel or call takes. */
public final class DTypeMismatchException extends GraphKernelException {
    private static final long serialVersionUID = 1L;

    /** With the message of a problem, its arguments filled in. */
    public DTypeMismatchException(RuntimeProblem problem, @Nullable Object... arguments) {
        super(problem, arguments);
    }
}
