package io.graphkernel.runtime;

/** Rounding mode of a quotient. */
public enum Rounding {
    /** No rounding; integers are truncated. */
    NONE,
    /** Rounds toward negative infinity. */
    FLOOR,
    /** Rounds toward zero. */
    TRUNC
}
