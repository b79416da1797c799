package io.graphkernel.runtime.internal.eager;

/** A predicate on two floating-point elements, applied to every pair. */
@FunctionalInterface
public interface DoublePairTest {
    /** Returns the value of the predicate. */
    boolean test(double x, double y);
}
