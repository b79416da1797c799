package io.graphkernel.runtime.exception;

import org.jspecify.annotations.Nullable;

/** A tensor or array parameter that is null. */
public final class NullTensorException extends GraphKernelException {
    private static final long serialVersionUID = 1L;

    /** With the message of a problem, its arguments filled in. */
    public NullTensorException(RuntimeProblem problem, @Nullable Object... arguments) {
        super(problem, arguments);
    }
}
