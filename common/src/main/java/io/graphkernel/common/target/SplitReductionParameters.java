package io.graphkernel.common.target;

/**
 * Parameters of two-phase (split) reductions. The split determines the rounding of sums, so that it is the same for
 * every target and any number of threads.
 *
 * @param minRows columns of at most this number of rows are not split
 * @param minRowsPerBlock minimum number of rows per block of a column reduction, which limits the number of partial
 *     results
 * @param elementsPerBlock number of elements per block that fit the caches near a thread
 */
public record SplitReductionParameters(int minRows, int minRowsPerBlock, int elementsPerBlock) {

    /** 128 KiB of f32, a fraction of L2; estimates. */
    public static final SplitReductionParameters DEFAULT =
            new SplitReductionParameters(/* minRows= */ 64, /* minRowsPerBlock= */ 128, /* elementsPerBlock= */ 32768);

    /** Returns the maximum of each, so that a block is worthwhile on both targets. */
    SplitReductionParameters intersect(SplitReductionParameters other) {
        return new SplitReductionParameters(
                Math.max(minRows, other.minRows),
                Math.max(minRowsPerBlock, other.minRowsPerBlock),
                Math.max(elementsPerBlock, other.elementsPerBlock));
    }
}
