package io.graphkernel.runtime.exception;

import org.jspecify.annotations.Nullable;

/** A tensor that was used after it was closed. */
public final class ClosedTensorException extends GraphKernelException {
    private static final long serialVersionUID = 1L;

    /** With the message of a problem, its arguments filled in. */
    public ClosedTensorException(RuntimeProblem problem, @Nullable Object... arguments) {
        super(problem, arguments);
    }
}
