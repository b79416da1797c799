package io.graphkernel.runtime.exception;

import org.jspecify.annotations.Nullable;

/** A stream, event or launch graph that was used after it was closed. */
public final class ClosedStreamException extends GraphKernelException {
    private static final long serialVersionUID = 1L;

    /** With the message of a problem, its arguments filled in. */
    public ClosedStreamException(RuntimeProblem problem, @Nullable Object... arguments) {
        super(problem, arguments);
    }
}
