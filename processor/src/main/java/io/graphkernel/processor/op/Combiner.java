package io.graphkernel.processor.op;

/** The associative function of a reduction or a scan. */
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

    /** The identity element as Java text: a {@code double}, or a {@code boolean} where bool is combined. */
    public String javaIdentity() {
        return javaIdentity;
    }

    /** The identity element for integers as Java text of type {@code long}; saturated to the dtype. */
    public String integerIdentity() {
        return integerIdentity;
    }

    /** The prelude's name for combining the lanes of a vector. */
    public String function() {
        return function;
    }
}
