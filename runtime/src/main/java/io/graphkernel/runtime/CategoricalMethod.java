package io.graphkernel.runtime;

/** Method of drawing from a categorical distribution. */
public enum CategoricalMethod {
    /** The position of the largest logit after the addition of Gumbel noise: a random number per element. */
    GUMBEL,
    /** The inverse of the cumulative distribution: a random number per row, and a sum along the axis. */
    INVERSE
}
