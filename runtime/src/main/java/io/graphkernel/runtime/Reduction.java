package io.graphkernel.runtime;

/** Reduction of the elements of a loss. */
public enum Reduction {
    /** No reduction. */
    NONE,
    /** The sum over all elements. */
    SUM,
    /** The sum divided by the number of elements. */
    MEAN
}
