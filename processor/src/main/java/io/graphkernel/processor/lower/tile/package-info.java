/**
 * Lowers kernels for chips whose instructions take whole tiles in a memory near the core.
 *
 * <p>In: kernels, as {@link io.graphkernel.processor.lower.range} lowers them for a thread that walks a range. Out: what a core
 * loads of a tile, which instructions it runs on all its elements, where their operands lie, and what it stores. Or what
 * such a chip has not. A flat kernel has tiles of elements one after the other ({@link
 * io.graphkernel.processor.lower.tile.TileKernel}), others have tiles of rows ({@link
 * io.graphkernel.processor.lower.tile.RowKernel}).
 */
package io.graphkernel.processor.lower.tile;
