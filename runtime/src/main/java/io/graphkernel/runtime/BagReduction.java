package io.graphkernel.runtime;

/** Reduction of the rows of a bag or a segment. */
public enum BagReduction {
    /** The sum. */
    SUM,
    /** The mean. */
    MEAN,
    /** The maximum of each column. */
    MAX
}
