package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Node;

/**
 * Exception for an op between a wanted value and a result that cannot be differentiated: a user error, reported in the
 * user's terms.
 */
public final class NonDifferentiableException extends Exception {

    /** Kind of problem; each one is a diagnostic. */
    public enum Problem {
        /** No result depends on the parameter. */
        INDEPENDENT,
        /** The gradient reads a parameter that the method updates. */
        READ_BEFORE_UPDATE,
        /** The op has no gradient. */
        NO_GRADIENT,
        /** The number of iterations of a loop has no bound. */
        UNBOUNDED_LOOP,
        /** The number of iterations of a loop is not linear in the index of the loop around it. */
        NONLINEAR_LOOP,
        /** A sum needs the dims of a parameter that declares none. */
        UNDECLARED_SHAPE,
        /** The rule of the op does not support these attributes or shapes. */
        RULE_DOES_NOT_FIT
    }

    private final transient Node node;
    private final transient Problem problem;

    NonDifferentiableException(Problem problem, Node node, String reason) {
        super(reason);
        this.problem = problem;
        this.node = node;
    }

    /**
     * Returns the exception for the op whose expansion contains the failed op, which is the one that the user called.
     */
    NonDifferentiableException inside(Node outer, String javaName) {
        NonDifferentiableException outerException =
                new NonDifferentiableException(problem, outer, "inside " + javaName + ", " + getMessage());
        outerException.initCause(this);
        return outerException;
    }

    public Problem problem() {
        return problem;
    }

    /** Returns the failed op, with its Java line, or the parameter. */
    public Node node() {
        return node;
    }
}
