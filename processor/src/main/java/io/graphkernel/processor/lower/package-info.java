/**
 * What the lowering of all forms has in common: operands, ops, accumulators and stores of an element, in the loop
 * language of {@link io.graphkernel.processor.lower.code}.
 *
 * <p>In: kernels. Out: functions, without any target's syntax. In package {@code range} one thread walks a range of the
 * items and has scratch memory, with a class per form.
 */
package io.graphkernel.processor.lower;
