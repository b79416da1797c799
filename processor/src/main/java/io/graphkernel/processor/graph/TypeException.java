package io.graphkernel.processor.graph;

/** An op can't be applied to its operands: the user's mistake, told in the user's terms. */
public final class TypeException extends Exception {

    /** What is wrong; each is one diagnostic. */
    public enum Problem {
        SHAPES_CLASH,
        WRONG_DTYPE,
        DTYPES_DIFFER,
        SHAPE_DOES_NOT_FIT,
        BAD_ATTRIBUTE,
        AXIS_OUT_OF_RANGE,
        AXIS_REPEATED,
        RANKLESS_SHAPE,
        NOT_FOR_EVERY_RANK,
        ASSIGN_TYPE_DIFFERS,
        ASSIGN_NEEDS_PARAMETER
    }

    private final transient Problem problem;
    private final int operand;
    private final int rank;

    /**
     * Makes the exception.
     *
     * @param problem what is wrong
     * @param operand index of the operand at fault, or -1 for the whole op
     * @param message the facts, without advice
     */
    public TypeException(Problem problem, int operand, String message) {
        this(problem, operand, message, 0);
    }

    private TypeException(Problem problem, int operand, String message, int rank) {
        super(message);
        this.problem = problem;
        this.operand = operand;
        this.rank = rank;
    }

    /**
     * An axis that there is not.
     *
     * @param axis as written
     * @param of what has the axes, for the message
     * @param rank the number of axes that can be named
     * @return the exception
     */
    public static TypeException axisOutOfRange(long axis, Object of, int rank) {
        String facts = "axis " + axis + " of " + of + ", which has " + rank + (rank == 1 ? " axis" : " axes");
        return new TypeException(Problem.AXIS_OUT_OF_RANGE, -1, facts, rank);
    }

    /**
     * The number of axes that can be named, for {@link Problem#AXIS_OUT_OF_RANGE}.
     *
     * @return 0 for other problems
     */
    public int rank() {
        return rank;
    }

    public Problem problem() {
        return problem;
    }

    public int operand() {
        return operand;
    }
}
