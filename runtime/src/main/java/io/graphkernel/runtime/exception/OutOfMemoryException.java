package io.graphkernel.runtime.exception;

import org.jspecify.annotations.Nullable;

/** Thrown if tensor memory cannot be allocated; the message names the sizes. */
public final class OutOfMemoryException extends GraphKernelException {
    private static final long serialVersionUID = 1L;

    /** With the message of a problem, its arguments filled in. */
    public OutOfMemoryException(RuntimeProblem problem, @Nullable Object... arguments) {
        super(problem, arguments);
    }

    /** With the message of a problem, its arguments filled in, and what caused it. */
    public OutOfMemoryException(Throwable cause, RuntimeProblem problem, @Nullable Object... arguments) {
        super(cause, problem, arguments);
    }
}
