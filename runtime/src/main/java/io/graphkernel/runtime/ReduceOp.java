package io.graphkernel.runtime;

/** How a collective combines the elements of its ranks. */
public enum ReduceOp {
    /** Their sum. */
    SUM,
    /** Their product. */
    PROD,
    /** The smallest; NaN if one is. */
    MIN,
    /** The largest; NaN if one is. */
    MAX
}
