package io.graphkernel.runtime;

/** Reduction of a collective. */
public enum ReduceOp {
    /** Sum. */
    SUM,
    /** Product. */
    PROD,
    /** Minimum; NaN if an element is NaN. */
    MIN,
    /** Maximum; NaN if an element is NaN. */
    MAX
}
