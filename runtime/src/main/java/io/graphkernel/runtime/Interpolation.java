package io.graphkernel.runtime;

/** Value of a quantile between two elements. */
public enum Interpolation {
    /** The linear interpolation between both elements. */
    LINEAR,
    /** The lower element. */
    LOWER,
    /** The higher element. */
    HIGHER,
    /** The mean of both elements. */
    MIDPOINT,
    /** The nearer element; halfway, the one at an even position. */
    NEAREST
}
