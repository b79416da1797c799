package io.graphkernel.runtime.internal.eager;

/** A predicate on two integer elements, applied to every pair; a bool is 0 or 1. */
@FunctionalInterface
public interface LongPairTest {
    /** Returns the value of the predicate. */
    boolean test(long x, long y);
}
