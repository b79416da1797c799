package io.graphkernel.runtime.internal.eager;

/** A number drawn by counter: the same arguments give the same number. */
@FunctionalInterface
public interface RandomFunction {
    /**
     * The number of an index.
     *
     * @param index which number of the sequence
     * @param seed one half of what names the sequence
     * @param seed2 the other half
     */
    double at(long index, long seed, long seed2);
}
