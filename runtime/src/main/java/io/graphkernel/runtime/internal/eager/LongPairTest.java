package io.graphkernel.runtime.internal.eager;

/** A test of two integer elements, applied to every pair; a bool counts as 0 or 1. */
@FunctionalInterface
public interface LongPairTest {
    /** The value of the test. */
    boolean test(long x, long y);
}
