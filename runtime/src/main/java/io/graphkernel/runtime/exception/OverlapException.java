package io.graphkernel.runtime.exception;

/** A result that shares memory with an input where that gives wrong values. */
public final class OverlapException extends GraphKernelException {
    private static final long serialVersionUID = 1L;

    /** With the message of a problem, its arguments filled in. */
    public OverlapException(RuntimeProblem problem, Object... arguments) {
        super(problem, arguments);
    }
}
