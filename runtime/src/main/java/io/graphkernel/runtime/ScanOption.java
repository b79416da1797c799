package io.graphkernel.runtime;

/** Options of {@link Scans}. */
public enum ScanOption {
    /** The result at a position is the state before it: the first one is the initial state. */
    EXCLUSIVE,
    /** Positions are visited in descending order. */
    REVERSE
}
