package io.graphkernel.runtime;

/** Reduction of the embeddings of a bag. */
public enum BagReduction {
    /** The sum. */
    SUM,
    /** The mean. */
    MEAN,
    /** The maximum of each column. */
    MAX
}
