package io.graphkernel.processor.capability;

/**
 * What a thread takes at a time of loops that are longer, so that it stays in the caches that are nearest to the thread.
 * Scratch memory has room for as much.
 *
 * @param side elements of a tile along the inner loop, and across it in a transpose; launches whose rows are lanes count
 *     tiles
 * @param adjacent the most adjacent tiles that are computed together, so that memory is read in long pieces
 * @param shortRow the most elements of a row of which a vector of rows may be computed at a time
 * @param rowElements the elements of several longer rows that may be computed at a time
 */
public record Tiles(int side, int adjacent, int shortRow, int rowElements) {

    /** A tile of f32, or the rows with what is kept of them, is a part of a first-level cache. */
    public static final Tiles USUAL = new Tiles(64, 16, 128, 8192);

    /** The least of each, which fits the caches of both. */
    Tiles or(Tiles other) {
        return new Tiles(
                Math.min(side, other.side),
                Math.min(adjacent, other.adjacent),
                Math.min(shortRow, other.shortRow),
                Math.min(rowElements, other.rowElements));
    }
}
