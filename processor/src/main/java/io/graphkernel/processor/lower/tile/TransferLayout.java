package io.graphkernel.processor.lower.tile;

/** How the elements that a copy brings lie in local memory, before or after they lie one after the other there. */
public enum TransferLayout {
    /** One after the other, row by row. */
    PLAIN,
    /** With all that lies between the first and the last one of a row: a small multiple of what is needed. */
    SPANNED,
    /** Each in a block of its own, as a copy puts single elements. */
    APART,
    /** One of each row, which all of its lanes are. */
    REPEATED,
    /** Lane by lane, each with the elements of all rows of the tile. */
    BY_LANES
}
