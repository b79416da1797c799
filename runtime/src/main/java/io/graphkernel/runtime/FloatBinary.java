package io.graphkernel.runtime;

/** A function of two floats, applied to every pair of elements. */
@FunctionalInterface
public interface FloatBinary {
    /** The value of the function. */
    float apply(float x, float y);
}
