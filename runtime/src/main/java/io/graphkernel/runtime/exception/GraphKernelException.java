package io.graphkernel.runtime.exception;

import org.jspecify.annotations.Nullable;

/** Base class of all exceptions of the GraphKernel runtime. */
public abstract class GraphKernelException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final RuntimeProblem problem;

    GraphKernelException(RuntimeProblem problem, @Nullable Object... arguments) {
        super(problem.message(arguments));
        this.problem = problem;
    }

    GraphKernelException(@Nullable Throwable cause, RuntimeProblem problem, @Nullable Object... arguments) {
        super(problem.message(arguments), cause);
        this.problem = problem;
    }

    /** Returns the message constant. */
    public final RuntimeProblem problem() {
        return problem;
    }

    /** The message's id, as in {@code GK-6001}. */
    public final String id() {
        return problem.id();
    }
}
