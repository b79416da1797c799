package io.graphkernel.runtime.internal.eager;

/** A function of two floats. */
@FunctionalInterface
public interface FloatBinary {

    float apply(float x, float y);
}
