package io.graphkernel.runtime.exception;

/** The base of everything that GraphKernel throws at run time. */
public abstract class GraphKernelException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final RuntimeProblem problem;

    GraphKernelException(RuntimeProblem problem, Object... arguments) {
        super(problem.message(arguments));
        this.problem = problem;
    }

    GraphKernelException(Throwable cause, RuntimeProblem problem, Object... arguments) {
        super(problem.message(arguments), cause);
        this.problem = problem;
    }

    /** Which message this is. */
    public final RuntimeProblem problem() {
        return problem;
    }

    /** The message's id, as in {@code GK-6001}. */
    public final String id() {
        return problem.id();
    }
}
