package io.graphkernel.runtime;

/** A test of one float, applied to every element. */
@FunctionalInterface
public interface FloatPredicate {
    /** The value of the function. */
    boolean test(float x);
}
