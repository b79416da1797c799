package io.graphkernel.runtime.internal.eager;

/** Function of the bits of two integers. */
@FunctionalInterface
public interface BitBinary {

    /**
     * Returns the result, of which the low bits are stored.
     *
     * @param x an element
     * @param y another element
     * @param width number of bits of their dtype
     */
    long apply(long x, long y, int width);
}
