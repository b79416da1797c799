/**
 * Emitter of Ascend C, whose instructions process whole tiles in the unified buffer of a vector core.
 *
 * <p>Input: the kernels of one class. Output: one source, printed from the tiles of {@link
 * io.graphkernel.processor.lower.tile}. It only uses the basic API of Ascend C, under names that all versions from 8.1
 * on have, with explicit pipe barriers.
 */
package io.graphkernel.processor.emit.ascend;
