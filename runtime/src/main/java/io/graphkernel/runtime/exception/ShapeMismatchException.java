package io.graphkernel.runtime.exception;

import org.jspecify.annotations.Nullable;

/** Shapes, dims, lengths, axes or indices that do not fit. */
public final class ShapeMismatchException extends GraphKernelException {
    private static final long serialVersionUID = 1L;

    /** With the message of a problem, its arguments filled in. */
    public ShapeMismatchException(RuntimeProblem problem, @Nullable Object... arguments) {
        super(problem, arguments);
    }
}
