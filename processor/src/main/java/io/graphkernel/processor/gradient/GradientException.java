package io.graphkernel.processor.gradient;

import io.graphkernel.processor.graph.Node;

/** An op between what is wanted and a result cannot be differentiated: the user's mistake, told in the user's terms. */
public final class GradientException extends Exception {

    /** What is wrong; each is one diagnostic. */
    public enum Problem {
        /** No result depends on the parameter. */
        INDEPENDENT,
        /** The op has no gradient. */
        NO_GRADIENT,
        /** A sum needs the dims of a parameter that declares none. */
        UNDECLARED_SHAPE,
        /** The rule of the op does not go with these attributes or shapes. */
        RULE_DOES_NOT_FIT
    }

    private final transient Node node;
    private final transient Problem problem;

    GradientException(Problem problem, Node node, String reason) {
        super(reason);
        this.problem = problem;
        this.node = node;
    }

    /** The same of an op into whose expansion the op at fault belongs: the user has called that one. */
    GradientException inside(Node outer, String javaName) {
        GradientException told = new GradientException(problem, outer, "inside " + javaName + ", " + getMessage());
        told.initCause(this);
        return told;
    }

    public Problem problem() {
        return problem;
    }

    /** The op at fault, with its Java line, or the parameter. */
    public Node node() {
        return node;
    }
}
