package io.graphkernel.runtime;

/** How a quotient is rounded. */
public enum Rounding {
    /** Not at all; of integers towards zero. */
    NONE,
    /** To the largest integer not above it. */
    FLOOR,
    /** Towards zero. */
    TRUNC
}
