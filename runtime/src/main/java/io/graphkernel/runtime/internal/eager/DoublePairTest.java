package io.graphkernel.runtime.internal.eager;

/** A test of two floating-point elements, applied to every pair. */
@FunctionalInterface
public interface DoublePairTest {
    /** The value of the test. */
    boolean test(double x, double y);
}
