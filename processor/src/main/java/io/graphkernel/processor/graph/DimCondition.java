package io.graphkernel.processor.graph;

/**
 * What must hold for the sizes at a call and is not decided by the symbols: the stub checks it before it launches.
 *
 * @param left a dim
 * @param relation how the two compare
 * @param right a dim
 * @param reason who asks for it, for the message, for example {@code reshape of [n, d] to [12, k]}
 * @param origin the Java line of the op
 */
public record DimCondition(Dim left, Relation relation, Dim right, String reason, Origin origin) {

    /** How two dims compare. */
    public enum Relation {
        EQUAL("=="),
        AT_LEAST(">=");

        private final String operator;

        Relation(String operator) {
            this.operator = operator;
        }

        /**
         * The operator of Java and C.
         *
         * @return {@code ==} or {@code >=}
         */
        public String operator() {
            return operator;
        }
    }

    /** What may follow from the symbols alone. */
    public enum Decision {
        HOLDS,
        FAILS,
        OPEN
    }

    /**
     * Whether the symbols decide the condition.
     *
     * @return {@link Decision#OPEN} if only the call does
     */
    public Decision decision() {
        Dim difference = left.minus(right);
        if (difference instanceof Dim.Constant constant) {
            boolean holds = relation == Relation.EQUAL ? constant.size() == 0 : constant.size() >= 0;
            return holds ? Decision.HOLDS : Decision.FAILS;
        }
        return relation == Relation.AT_LEAST && difference.isNonNegative() ? Decision.HOLDS : Decision.OPEN;
    }

    /**
     * The same condition on another Java line.
     *
     * @param line the line
     * @return a new condition
     */
    public DimCondition at(Origin line) {
        return new DimCondition(left, relation, right, reason, line);
    }

    /** {@code n*d == 12*k}. */
    @Override
    public String toString() {
        return left + " " + relation.operator() + " " + right;
    }
}
