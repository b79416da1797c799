package io.graphkernel.runtime;

/** How a loss over many elements becomes its result. */
public enum Reduction {
    /** The loss of each element. */
    NONE,
    /** The sum over all elements. */
    SUM,
    /** The sum divided by the number of elements. */
    MEAN
}
