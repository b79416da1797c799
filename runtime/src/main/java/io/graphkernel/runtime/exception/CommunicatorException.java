package io.graphkernel.runtime.exception;

import org.jspecify.annotations.Nullable;

/** A collective that cannot be completed: no communicator, or a rank that has failed, closed or not come. */
public final class CommunicatorException extends GraphKernelException {
    private static final long serialVersionUID = 1L;

    /** With the message of a problem, its arguments filled in. */
    public CommunicatorException(RuntimeProblem problem, @Nullable Object... arguments) {
        super(problem, arguments);
    }

    /** Creates an exception with the cause of a rank's failure, or null. */
    public CommunicatorException(@Nullable Throwable cause, RuntimeProblem problem, @Nullable Object... arguments) {
        super(cause, problem, arguments);
    }
}
