package io.graphkernel.runtime;

/** A function of one float, applied to every element. */
@FunctionalInterface
public interface FloatUnary {
    /** The value of the function. */
    float apply(float x);
}
