package io.graphkernel.graph;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Condition on the sizes of a call that the symbols do not decide. The stub checks it before the launch.
 *
 * @param left left-hand side
 * @param relation comparison of the two sides
 * @param right right-hand side
 * @param reason origin of the condition for messages, for example {@code reshape of [n, d] to [12, k]}
 * @param origin the Java line of the op
 */
public record DimCondition(Dim left, Relation relation, Dim right, String reason, Origin origin) {

    /** Comparison of two dims. */
    public enum Relation {
        EQUAL("==", "equal to"),
        AT_LEAST(">=", "at least"),
        AT_MOST("<=", "at most"),
        DIFFERENT("!=", "different from");

        private final String operator;
        private final String phrase;

        Relation(String operator, String phrase) {
            this.operator = operator;
            this.phrase = phrase;
        }

        /**
         * Returns the operator of Java and C.
         *
         * @return {@code ==}, {@code >=}, {@code <=} or {@code !=}
         */
        public String operator() {
            return operator;
        }
    }

    /** Result of deciding a condition by the symbols alone. */
    public enum Decision {
        HOLDS,
        FAILS,
        OPEN
    }

    /**
     * An argument of an op, which the eager op checks with the same message.
     *
     * @param op the op's Java name
     * @param name the argument, for example {@code start}
     */
    public record Argument(String op, String name) {}

    /**
     * Maximum number of elements that a call computes or stores for one value; {@code Sizes.MAX_ELEMENTS} of the
     * runtime.
     */
    public static final long MAX_ELEMENTS = 1L << 52;

    /** Name of the argument for the number of elements of a value. */
    public static final String ELEMENTS = "the number of elements";

    /** Name of the argument for the size of an axis from which one element is selected. */
    public static final String AXIS = "the axis";

    /** Prefix of the reason of a condition on an argument, {@code @op: name}. */
    private static final String MARK = "@";

    private static final String SEPARATOR = ": ";

    /** Start of the reason of the condition of a cast. */
    private static final String CAST = "cast ";

    /**
     * Creates a condition on an argument of an op.
     *
     * @param value the argument, the left-hand side
     * @param relation comparison with the bound
     * @param bound right-hand side
     * @param argument name of the value in messages
     * @return the condition, without a Java line
     */
    public static DimCondition of(Dim value, Relation relation, Dim bound, Argument argument) {
        return new DimCondition(value, relation, bound, MARK + argument.op + SEPARATOR + argument.name, Origin.NONE);
    }

    /**
     * Creates the condition that a size fits in an {@code int}, to which the body casts it.
     *
     * @param size the size
     * @param text the cast in Java
     * @param line the Java line
     * @return the condition, which no op requires
     */
    public static DimCondition ofCast(Dim size, String text, Origin line) {
        return new DimCondition(Dim.of(Integer.MAX_VALUE), Relation.AT_LEAST, size, CAST + text, line);
    }

    /**
     * Returns true if the condition is of a cast of a size.
     *
     * @return false for a condition that an op requires
     */
    public boolean isOfCast() {
        return reason.startsWith(CAST);
    }

    /**
     * Returns the same condition over other symbols.
     *
     * @param replacements replacement by symbol name
     * @return a new condition
     */
    DimCondition substitute(Map<String, Dim> replacements) {
        return new DimCondition(
                left.substitute(replacements), relation, right.substitute(replacements), reason, origin);
    }

    /**
     * Returns the argument on the left-hand side.
     *
     * @return empty for a condition on sizes
     */
    public Optional<Argument> argument() {
        int end = reason.indexOf(SEPARATOR);
        return reason.startsWith(MARK) && end > 0
                ? Optional.of(
                        new Argument(reason.substring(MARK.length(), end), reason.substring(end + SEPARATOR.length())))
                : Optional.empty();
    }

    /**
     * Decides the condition by the symbols alone.
     *
     * @return {@link Decision#OPEN} if it depends on the call
     */
    public Decision decision() {
        if (left instanceof Dim.Constant a && right instanceof Dim.Constant b) {
            return decided(holds(Long.compare(a.size(), b.size())));
        }
        Dim difference;
        try {
            difference = left.minus(right);
        } catch (ArithmeticException tooLarge) {
            return Decision.OPEN;
        }
        if (difference instanceof Dim.Constant constant) {
            return decided(holds(Long.signum(constant.size())));
        }
        boolean holds = relation == Relation.AT_LEAST && difference.isNonNegative()
                || relation == Relation.AT_MOST && right.minus(left).isNonNegative();
        if (holds) {
            return Decision.HOLDS;
        }
        boolean isAbove = difference.minus(Dim.ONE).isNonNegative();
        boolean isBelow = right.minus(left).minus(Dim.ONE).isNonNegative();
        boolean fails = isAbove && relation == Relation.AT_MOST
                || isBelow && relation == Relation.AT_LEAST
                || (isAbove || isBelow) && relation == Relation.EQUAL;
        return fails ? Decision.FAILS : Decision.OPEN;
    }

    /**
     * Returns true if an open condition fails for all sizes that are not 0.
     *
     * @return false if it may hold for such sizes, or that is undecided
     */
    public boolean requiresZero() {
        if (decision() != Decision.OPEN) {
            return false;
        }
        Map<String, Dim> positive = new HashMap<>();
        for (Dim side : List.of(left, right)) {
            side.symbols().forEach(symbol -> positive.put(symbol, new Dim.Symbol(symbol).plus(Dim.ONE)));
        }
        try {
            return substitute(positive).decision() == Decision.FAILS;
        } catch (ArithmeticException tooLarge) {
            return false;
        }
    }

    private boolean holds(int order) {
        return switch (relation) {
            case EQUAL -> order == 0;
            case AT_LEAST -> order >= 0;
            case AT_MOST -> order <= 0;
            case DIFFERENT -> order != 0;
        };
    }

    private static Decision decided(boolean holds) {
        return holds ? Decision.HOLDS : Decision.FAILS;
    }

    /**
     * Returns the same condition at another Java line.
     *
     * @param line the line
     * @return a new condition
     */
    public DimCondition at(Origin line) {
        return new DimCondition(left, relation, right, reason, line);
    }

    /**
     * Returns the facts of a violation in words.
     *
     * @param name name of the left-hand side
     * @return for example {@code length is 2, but must be at most 1}
     */
    public String violation(String name) {
        return name + " is " + left + ", but must be " + need();
    }

    /**
     * Returns the requirement on the left-hand side in words.
     *
     * @return for example {@code at most 1}
     */
    public String need() {
        return relation.phrase + " " + right;
    }

    @Override
    public String toString() {
        return left + " " + relation.operator() + " " + right;
    }
}
