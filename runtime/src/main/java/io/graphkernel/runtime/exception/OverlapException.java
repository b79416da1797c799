package io.graphkernel.runtime.exception;

import org.jspecify.annotations.Nullable;

/** Thrown if a result overlaps an input whose elements are still read. */
public final class OverlapException extends GraphKernelException {
    private static final long serialVersionUID = 1L;

    /** With the message of a problem, its arguments filled in. */
    public OverlapException(RuntimeProblem problem, @Nullable Object... arguments) {
        super(problem, arguments);
    }
}
