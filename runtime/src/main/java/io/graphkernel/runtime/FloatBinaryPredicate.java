package io.graphkernel.runtime;

/** A test of two floats, applied to every pair of elements. */
@FunctionalInterface
public interface FloatBinaryPredicate {
    /** The value of the function. */
    boolean test(float x, float y);
}
