package io.graphkernel.examples.gpu;

/**
 * Matrix dims and repetitions of a measurement.
 *
 * @param rows number of matrix rows
 * @param columns number of matrix columns
 * @param launches number of launches between two events
 * @param rounds number of timed rounds, of which the median counts
 * @param scale divisor of the full dims; 1 on a GPU
 */
public record RowSizes(long rows, long columns, int launches, int rounds, long scale) {
    /** The smallest scaled dim of a matmul. */
    private static final long MIN_DIM = 32;

    private static final long HEADS = 16;

    /**
     * Returns a dim of a matmul, reduced by the scale.
     *
     * @param dim full dim
     */
    public long scaled(long dim) {
        return Math.max(MIN_DIM, dim / scale);
    }

    /** Returns the number of attention heads. */
    public long heads() {
        return Math.max(1, HEADS / scale);
    }
}
