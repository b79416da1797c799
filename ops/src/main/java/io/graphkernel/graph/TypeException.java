package io.graphkernel.graph;

/** Exception for an op that cannot be applied to its operands: a user error, reported in the user's terms. */
public final class TypeException extends Exception {

    /** Kind of problem; each one is a diagnostic. */
    public enum Problem {
        SHAPES_CLASH,
        WRONG_DTYPE,
        DTYPES_DIFFER,
        SHAPE_DOES_NOT_FIT,
        BAD_ATTRIBUTE,
        AXIS_OUT_OF_RANGE,
        AXIS_REPEATED,
        UNRANKED_SHAPE,
        NOT_FOR_EVERY_RANK,
        ASSIGN_TYPE_DIFFERS,
        ASSIGN_NEEDS_PARAMETER
    }

    private static final String ARGUMENT_ADVICE = "correct this argument";

    private final transient Problem problem;
    private final int operand;
    private final int rank;
    private final String argument;
    private final String advice;

    /**
     * Creates the exception.
     *
     * @param problem kind of problem
     * @param operand index of the operand in error, or -1 for the whole op
     * @param message facts without advice
     */
    public TypeException(Problem problem, int operand, String message) {
        this(problem, operand, message, 0, "", ARGUMENT_ADVICE);
    }

    private TypeException(Problem problem, int operand, String message, int rank, String argument, String advice) {
        super(message);
        this.problem = problem;
        this.operand = operand;
        this.rank = rank;
        this.argument = argument;
        this.advice = advice;
    }

    /**
     * Creates the exception for an argument that no shape permits.
     *
     * @param name the argument, which may have an index, as in {@code begin[0]}
     * @param facts facts without advice
     * @param advice valid values
     * @return the exception
     */
    public static TypeException ofArgument(String name, String facts, String advice) {
        int index = name.indexOf('[');
        return new TypeException(
                Problem.BAD_ATTRIBUTE, -1, facts, 0, index < 0 ? name : name.substring(0, index), advice);
    }

    /**
     * Creates the exception for a nonexistent axis.
     *
     * @param axis as written
     * @param of the value or shape that has the axes, for the message
     * @param rank number of valid axes
     * @return the exception
     */
    public static TypeException axisOutOfRange(long axis, Object of, int rank) {
        String facts = "axis " + axis + " of " + of + ", which has " + rank + (rank == 1 ? " axis" : " axes");
        return new TypeException(Problem.AXIS_OUT_OF_RANGE, -1, facts, rank, "", "");
    }

    /**
     * Creates the exception for an axis that occurs twice in a list.
     *
     * @param axis as written
     * @param shape the shape that has the axes
     * @return the exception
     */
    static TypeException axisRepeated(long axis, Shape shape) {
        String facts = "axis " + axis + " of shape " + shape + " is named twice";
        return new TypeException(Problem.AXIS_REPEATED, -1, facts, shape.rank(), "", "");
    }

    /**
     * Returns the number of valid axes for {@link Problem#AXIS_OUT_OF_RANGE} and {@link Problem#AXIS_REPEATED}.
     *
     * @return 0 for other problems
     */
    public int rank() {
        return rank;
    }

    /**
     * Returns the name of the argument in error.
     *
     * @return empty if it is unknown
     */
    public String argument() {
        return argument;
    }

    /**
     * Returns the advice for {@link Problem#BAD_ATTRIBUTE}.
     *
     * @return general advice if valid values are unknown
     */
    public String advice() {
        return advice;
    }

    public Problem problem() {
        return problem;
    }

    public int operand() {
        return operand;
    }
}
