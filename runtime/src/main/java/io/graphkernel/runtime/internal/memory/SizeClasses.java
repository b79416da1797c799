package io.graphkernel.runtime.internal.memory;

/**
 * Size classes of pooled blocks: four per power of two, from 64 bytes on, so that at most a fifth of a block is unused.
 */
public final class SizeClasses {
    static final long SMALLEST = 64;

    /** Maximum size of a block. */
    public static final long MAX_BYTES = 1L << 61;

    /** Number of classes. */
    public static final int COUNT = of(MAX_BYTES) + 1;

    private SizeClasses() {}

    /** Returns the smallest class whose blocks hold a given number of bytes, at most {@link #MAX_BYTES}. */
    public static int of(long bytes) {
        if (bytes <= SMALLEST) {
            return 0;
        }
        long last = (bytes - 1) | (SMALLEST - 1);
        int shift = 61 - Long.numberOfLeadingZeros(last);
        return (shift - 4) * 4 + (int) ((last >>> shift) & 3) + 1;
    }

    /** Returns the size of the blocks of a class. */
    public static long bytes(int sizeClass) {
        if (sizeClass == 0) {
            return SMALLEST;
        }
        int shift = (sizeClass - 1) / 4 + 4;
        return ((sizeClass - 1) % 4 + 5L) << shift;
    }
}
