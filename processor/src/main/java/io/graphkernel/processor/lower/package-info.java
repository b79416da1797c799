/**
 * What the lowering of all forms has in common: operands, ops, accumulators and stores of an element, in the loop
 * language of {@link io.graphkernel.processor.lower.code}.
 *
 * <p>In: kernels. Out: functions, without any target's syntax. A target runs kernels in one of three ways, each a package
 * with a class per form: in {@code range} one thread walks a range of the items and has scratch memory; in {@code vector}
 * it does so with vectors along the inner loop; in {@code group} groups of threads share the items. For chips whose
 * instructions take whole tiles {@code tile} makes tiles of what {@code range} gives.
 */
package io.graphkernel.processor.lower;
