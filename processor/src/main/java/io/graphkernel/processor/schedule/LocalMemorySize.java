package io.graphkernel.processor.schedule;

/**
 * Size of values in the local memory of a core, in bits. It is a sum of parts per tile, row and lane, since dims may be
 * known only at the call.
 *
 * @param tile bits per lane and row
 * @param pitch bits per lane
 * @param rows bits per row
 * @param fixed constant bits
 */
public record LocalMemorySize(int tile, int pitch, int rows, int fixed) {

    /** No memory. */
    public static final LocalMemorySize NONE = new LocalMemorySize(0, 0, 0, 0);

    /**
     * Returns the sum of two sizes.
     *
     * @param other other size
     */
    public LocalMemorySize plus(LocalMemorySize other) {
        return new LocalMemorySize(tile + other.tile, pitch + other.pitch, rows + other.rows, fixed + other.fixed);
    }

    /**
     * Returns the size of several such values.
     *
     * @param count number of values
     */
    public LocalMemorySize times(int count) {
        return new LocalMemorySize(count * tile, count * pitch, count * rows, count * fixed);
    }

    /**
     * Returns the maximum of each part of two sizes.
     *
     * @param other other size
     */
    public LocalMemorySize atLeast(LocalMemorySize other) {
        return new LocalMemorySize(
                Math.max(tile, other.tile),
                Math.max(pitch, other.pitch),
                Math.max(rows, other.rows),
                Math.max(fixed, other.fixed));
    }

    /** Returns true if the size is 0. */
    public boolean isNone() {
        return equals(NONE);
    }
}
