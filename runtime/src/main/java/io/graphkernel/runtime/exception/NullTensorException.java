package io.graphkernel.runtime.exception;

/** A tensor or array parameter that is null. */
public final class NullTensorException extends GraphKernelException {
    private static final long serialVersionUID = 1L;

    /** With the message of a problem, its arguments filled in. */
    public NullTensorException(RuntimeProblem problem, Object... arguments) {
        super(problem, arguments);
    }
}
