package io.graphkernel.processor.lower.tile;

/** Of what a value in local memory has elements, in a kernel whose tiles are rows with lanes. */
public enum TileShape {
    /** Of each lane of each row: rows one after the other, from one to the next by the pitch; in a flat kernel, of each element. */
    TILE,
    /** Of each lane, the same for all rows. */
    LANES,
    /** Of each row, one after the other. */
    COLUMN,
    /** Of the whole kernel: a vector of equal elements. */
    UNIFORM,
    /** Of the whole kernel: one element. */
    SINGLE,
    /** Of each row, a block of the unified buffer full of it: what an instruction reads again for all lanes of the row. */
    BLOCKS,
    /** Of each row, the partial results of its lanes in as many lanes as an instruction takes at a time. */
    PARTS,
    /** Of all rows and lanes together, partial results in as many lanes as an instruction takes at a time. */
    TOTAL,
    /** Of all rows and lanes together, partial results that fill a block of memory. */
    BLOCK,
    /** Of memory alone: of each lane, each row, both or the whole kernel, as the call says. In local memory it becomes a tile. */
    VARYING;

    /** Of what an op on both has elements. */
    TileShape with(TileShape other) {
        if (this == other || other == UNIFORM) {
            return this;
        }
        return this == UNIFORM ? other : TILE;
    }
}
