package io.graphkernel.processor.lower.tile;

/** Layout of a copy's elements in local memory, before or after repacking. */
public enum TransferLayout {
    /** Contiguous, row by row. */
    PLAIN,
    /** With the gaps between a row's elements, for small strides. */
    SPANNED,
    /** Each element in a block of its own, as copies of single elements require. */
    APART,
    /** One element per row, broadcast to all lanes. */
    REPEATED,
    /** Lane-major order: each lane has the elements of all rows of the tile. */
    BY_LANES
}
