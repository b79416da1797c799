/**
 * Kernels for Ascend chips: Ascend C, whose instructions take whole tiles in the unified buffer of a vector core.
 *
 * <p>In: the kernels of one class. Out: one source, printed from the tiles of {@link io.graphkernel.processor.lower.tile}. It
 * uses the basic interface of Ascend C alone, under names that all versions from 8.1 on have, and says itself where an
 * instruction waits for another one.
 */
package io.graphkernel.processor.emit.ascend;
