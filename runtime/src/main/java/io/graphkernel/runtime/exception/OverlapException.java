package io.graphkernel.runtime.exception;

import org.jspecify.annotations.Nullable;

/** A result that shares memory with an input where that gives wrong values. */
public final class OverlapException extends GraphKernelException {
    private static final long serialVersionUID = 1L;

    /** With the message of a problem, its arguments filled in. */
    public OverlapException(RuntimeProblem problem, @Nullable Object... arguments) {
        super(problem, arguments);
    }
}
