package io.graphkernel.op.row;

/** Associative function of a reduction or a scan. */
public enum Combiner {
    SUM("0", "0", "sum"),
    PROD("1", "1", "prod"),
    MAX("Double.NEGATIVE_INFINITY", "Long.MIN_VALUE", "max"),
    MIN("Double.POSITIVE_INFINITY", "Long.MAX_VALUE", "min"),
    ALL("true", "true", "all"),
    ANY("false", "false", "any");

    private final String javaIdentity;
    private final String integerIdentity;
    private final String function;

    Combiner(String javaIdentity, String integerIdentity, String function) {
        this.javaIdentity = javaIdentity;
        this.integerIdentity = integerIdentity;
        this.function = function;
    }

    /** Returns the identity element as Java text: a {@code double}, or a {@code boolean} for bool. */
    public String javaIdentity() {
        return javaIdentity;
    }

    /** Returns the identity element for integers as Java text of type {@code long}; saturated to the dtype. */
    public String integerIdentity() {
        return integerIdentity;
    }

    /** Returns the prelude's suffix for horizontal reductions of vectors. */
    public String function() {
        return function;
    }
}
