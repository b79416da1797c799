package io.graphkernel.runtime;

/** Reduction of an update and the element that it is scattered to. */
public enum ScatterReduction {
    /** The update replaces the element; the last of several updates of an element counts. */
    NONE,
    /** The sum, in the order of the updates. */
    ADD,
    /** The product. */
    MUL,
    /** The smaller one; NaN if any is NaN. */
    MIN,
    /** The larger one; NaN if any is NaN. */
    MAX
}
