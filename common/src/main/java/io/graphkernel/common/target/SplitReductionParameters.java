package io.graphkernel.common.target;

/**
 * Parameters of two-phase (split) reductions. The split determines the rounding of sums, so that it is the same for
 * every target and any number of threads. That of columns depends on the number of rows alone, so that a column has the
 * same sum alone and among others.
 *
 * @param minRows columns of at most this number of rows are not split
 * @param minRowsPerBlock minimum number of rows per block of a column reduction, which limits the size of partial results
 * @param maxRowsPerBlock maximum number of rows per block of a column reduction, which keeps long sums accurate
 * @param columnBlocks number of blocks of a column reduction between these limits, which is enough for all threads
 * @param elementsPerBlock number of elements per block of a full reduction that fit the caches near a thread
 */
public record SplitReductionParameters(
        int minRows, int minRowsPerBlock, int maxRowsPerBlock, int columnBlocks, int elementsPerBlock) {

    /** 128 KiB of f32, a fraction of L2; estimates. */
    public static final SplitReductionParameters DEFAULT = new SplitReductionParameters(
            /* minRows= */ 64,
            /* minRowsPerBlock= */ 128,
            /* maxRowsPerBlock= */ 8192,
            /* columnBlocks= */ 256,
            /* elementsPerBlock= */ 32768);

    /** Returns the maximum of each, so that a block is worthwhile on both targets. */
    SplitReductionParameters intersect(SplitReductionParameters other) {
        return new SplitReductionParameters(
                Math.max(minRows, other.minRows),
                Math.max(minRowsPerBlock, other.minRowsPerBlock),
                Math.max(maxRowsPerBlock, other.maxRowsPerBlock),
                Math.max(columnBlocks, other.columnBlocks),
                Math.max(elementsPerBlock, other.elementsPerBlock));
    }
}
