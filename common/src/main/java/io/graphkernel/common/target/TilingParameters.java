package io.graphkernel.common.target;

/**
 * Tiling parameters of long loops, by which a thread stays within its nearest caches. They determine the size of
 * scratch memory.
 *
 * @param tileSize extent of a tile in elements along the inner loop, and across it in a transpose; launches whose rows are lanes
 *     count tiles
 * @param maxAdjacentTiles maximum number of adjacent tiles that are processed together, for contiguous reads
 * @param maxShortRowElements maximum length of rows that are processed a vector of rows at a time
 * @param blockRowElements number of elements of a block of longer rows
 * @param recurrenceTile extent in elements of a tile of a recurrence: a vector of f32
 * @param recurrenceIterations number of iterations of a tile that is transposed: a cache line of f32
 * @param contractionRows number of rows of a matmul whose sums are in registers
 */
public record TilingParameters(
        int tileSize,
        int maxAdjacentTiles,
        int maxShortRowElements,
        int blockRowElements,
        int recurrenceTile,
        int recurrenceIterations,
        int contractionRows) {

    /**
     * A tile of f32, or a block of rows with its row buffers, is a fraction of L1; estimates. The tile of a recurrence is
     * that of docs/bench/recurrences.md.
     */
    public static final TilingParameters DEFAULT = new TilingParameters(
            /* tileSize= */ 64,
            /* maxAdjacentTiles= */ 16,
            /* maxShortRowElements= */ 128,
            /* blockRowElements= */ 8192,
            /* recurrenceTile= */ 16,
            /* recurrenceIterations= */ 16,
            /* contractionRows= */ 4);

    /** Returns the minimum of each, which fits the caches of both targets. */
    TilingParameters intersect(TilingParameters other) {
        return new TilingParameters(
                Math.min(tileSize, other.tileSize),
                Math.min(maxAdjacentTiles, other.maxAdjacentTiles),
                Math.min(maxShortRowElements, other.maxShortRowElements),
                Math.min(blockRowElements, other.blockRowElements),
                Math.min(recurrenceTile, other.recurrenceTile),
                Math.min(recurrenceIterations, other.recurrenceIterations),
                Math.min(contractionRows, other.contractionRows));
    }
}
