package io.graphkernel.runtime.internal.eager;

/** Function of the bits of an integer. */
@FunctionalInterface
public interface BitUnary {

    /**
     * Returns the result, of which the low bits are stored.
     *
     * @param x an element
     * @param width number of bits of its dtype
     */
    long apply(long x, int width);
}
