package io.graphkernel.processor.lower.tile;

/** Shape of a value in local memory, in a kernel whose tiles have rows and lanes. */
public enum ValueShape {
    /** One element per row and lane, with a row stride of the pitch; in a flat kernel, one per element. */
    TILE,
    /** One element per lane, the same for all rows. */
    LANES,
    /** One element per row, contiguous. */
    COLUMN,
    /** One element per kernel, as a vector of equal elements. */
    UNIFORM,
    /** One element per kernel. */
    SINGLE,
    /** A block per row, filled with the row's element, which instructions broadcast to all lanes. */
    BLOCKS,
    /** Partial results of the lanes of each row, one per lane of an instruction. */
    PARTS,
    /** Partial results of all rows and lanes, one per lane of an instruction. */
    TOTAL,
    /** Partial results of all rows and lanes together that fill a memory block. */
    BLOCK,
    /**
     * Known only at the call: one element per lane, per row, per both or per kernel in device memory, and a tile in
     * local memory.
     */
    VARYING;

    /** Returns the shape of an op on values of both shapes. */
    ValueShape with(ValueShape other) {
        if (this == other || other == UNIFORM) {
            return this;
        }
        return this == UNIFORM ? other : TILE;
    }
}
