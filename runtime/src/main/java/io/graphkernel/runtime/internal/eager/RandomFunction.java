package io.graphkernel.runtime.internal.eager;

/** A counter-based random function: equal arguments yield equal numbers. */
@FunctionalInterface
public interface RandomFunction {
    /**
     * Returns the number of an index.
     *
     * @param index index in the sequence
     * @param seed first half of the key of the sequence
     * @param seed2 second half of the key
     */
    double at(long index, long seed, long seed2);
}
