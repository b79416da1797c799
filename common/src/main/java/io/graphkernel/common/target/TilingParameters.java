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
 */
public record TilingParameters(int tileSize, int maxAdjacentTiles, int maxShortRowElements, int blockRowElements) {

    /** A tile of f32, or a block of rows with its row buffers, is a fraction of L1; estimates. */
    public static final TilingParameters DEFAULT = new TilingParameters(
            /* tileSize= */ 64,
            /* maxAdjacentTiles= */ 16,
            /* maxShortRowElements= */ 128,
            /* blockRowElements= */ 8192);

    /** Returns the minimum of each, which fits the caches of both targets. */
    TilingParameters intersect(TilingParameters other) {
        return new TilingParameters(
                Math.min(tileSize, other.tileSize),
                Math.min(maxAdjacentTiles, other.maxAdjacentTiles),
                Math.min(maxShortRowElements, other.maxShortRowElements),
                Math.min(blockRowElements, other.blockRowElements));
    }
}
