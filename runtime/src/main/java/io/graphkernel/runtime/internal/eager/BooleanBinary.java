package io.graphkernel.runtime.internal.eager;

/** A function of two booleans, applied to every pair of elements. */
@FunctionalInterface
public interface BooleanBinary {
    /** Returns the value of the function. */
    boolean apply(boolean x, boolean y);
}
