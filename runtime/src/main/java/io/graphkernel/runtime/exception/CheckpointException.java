package io.graphkernel.runtime.exception;

import org.jspecify.annotations.Nullable;

/** A checkpoint that cannot be read, written, or used for these tensors. */
public final class CheckpointException extends GraphKernelException {
    private static final long serialVersionUID = 1L;

    /** With the message of a problem, its arguments filled in. */
    public CheckpointException(RuntimeProblem problem, @Nullable Object... arguments) {
        super(problem, arguments);
    }

    /** With what stopped it. */
    public CheckpointException(Throwable cause, RuntimeProblem problem, @Nullable Object... arguments) {
        super(cause, problem, arguments);
    }
}
