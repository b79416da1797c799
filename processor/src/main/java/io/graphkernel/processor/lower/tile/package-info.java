/**
 * Lowers kernels for chips whose instructions take whole tiles in a memory near the core.
 *
 * <p>In: kernels, as {@link io.graphkernel.processor.lower.range} lowers them for a thread that walks a range. Out: what a core
 * loads of a tile, which instructions it runs on all its elements, where their operands lie, and what it stores. Or what
 * such a chip has not.
 */
package io.graphkernel.processor.lower.tile;
