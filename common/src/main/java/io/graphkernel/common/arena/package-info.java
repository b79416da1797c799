/**
 * Layout of the arena with a plan's temporaries: live intervals and offsets.
 *
 * <p>The compiler plans sizes known at compile time, the runtime those of a call, with the same code. In the compiler,
 * {@code ArenaPlanner} of package {@code schedule} computes live intervals, and {@code ArenaSizeExpressions} of {@code launch}
 * the offsets. In the runtime, {@code ArenaPlan} of {@code generated} has the offsets of a call.
 */
package io.graphkernel.common.arena;
