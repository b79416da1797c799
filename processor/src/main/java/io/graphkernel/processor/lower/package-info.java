/**
 * Lowering of kernels to the loop IR of {@link io.graphkernel.processor.lower.code}: operands, ops, accumulators and
 * stores, shared by the emitters of all loop templates.
 *
 * <p>Input: kernels. Output: functions, independent of the target's syntax. Each execution model is a package with one
 * emitter per loop template. In {@code scalar} a thread runs a range of items and has scratch memory; {@code vector}
 * adds vectors along the inner loop; in {@code gpu} thread blocks share the items. For chips with tile instructions,
 * {@code tile} vectorizes the loops of {@code scalar} over whole tiles.
 */
package io.graphkernel.processor.lower;
