package io.graphkernel.runtime.internal.memory;

/**
 * The sizes of pooled blocks: four steps to each power of two, from 64 bytes on, so that at most a fifth of a block
 * is unused.
 */
public final class SizeClasses {
    static final long SMALLEST = 64;

    /** The most bytes that a block has. */
    public static final long LARGEST = 1L << 61;

    /** The number of classes. */
    public static final int COUNT = of(LARGEST) + 1;

    private SizeClasses() {}

    /** The class whose blocks are the smallest to hold so many bytes; at most {@link #LARGEST}. */
    public static int of(long bytes) {
        if (bytes <= SMALLEST) {
            return 0;
        }
        long last = (bytes - 1) | (SMALLEST - 1);
        int shift = 61 - Long.numberOfLeadingZeros(last);
        return (shift - 4) * 4 + (int) ((last >>> shift) & 3) + 1;
    }

    /** The bytes of a block of a class. */
    public static long bytes(int sizeClass) {
        if (sizeClass == 0) {
            return SMALLEST;
        }
        int shift = (sizeClass - 1) / 4 + 4;
        return ((sizeClass - 1) % 4 + 5L) << shift;
    }
}
