package io.graphkernel.runtime.exception;

import org.jspecify.annotations.Nullable;

/** A setting, buffer, pointer, scope or list that cannot be used so. */
public final class InvalidArgumentException extends GraphKernelException {
    private static final long serialVersionUID = 1L;

    /** With the message of a problem, its arguments filled in. */
    public InvalidArgumentException(RuntimeProblem problem, @Nullable Object... arguments) {
        super(problem, arguments);
    }

    /** With what stopped it. */
    public InvalidArgumentException(Throwable cause, RuntimeProblem problem, @Nullable Object... arguments) {
        super(cause, problem, arguments);
    }
}
