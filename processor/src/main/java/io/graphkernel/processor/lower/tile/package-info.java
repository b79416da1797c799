/**
 * Lowering for chips whose instructions process whole tiles in local memory.
 *
 * <p>Input: kernels, as {@link io.graphkernel.processor.lower.scalar} lowers them for a thread. Output: a core's loads,
 * instructions with their local buffers, and stores of a tile; or the reason why the kernel is unsupported. A flat
 * kernel has tiles of contiguous elements ({@link io.graphkernel.processor.lower.tile.TileKernel}), others have tiles
 * of rows ({@link io.graphkernel.processor.lower.tile.RowKernel}).
 */
package io.graphkernel.processor.lower.tile;
