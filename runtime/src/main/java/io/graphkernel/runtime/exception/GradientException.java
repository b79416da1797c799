package io.graphkernel.runtime.exception;

import org.jspecify.annotations.Nullable;

/** A gradient that cannot be taken. */
public final class GradientException extends GraphKernelException {
    private static final long serialVersionUID = 1L;

    /** With the message of a problem, its arguments filled in. */
    public GradientException(RuntimeProblem problem, @Nullable Object... arguments) {
        super(problem, arguments);
    }

    /** With what stopped it. */
    public GradientException(Throwable cause, RuntimeProblem problem, @Nullable Object... arguments) {
        super(cause, problem, arguments);
    }
}
