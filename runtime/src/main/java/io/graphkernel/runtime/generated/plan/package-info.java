/**
 * Interpreter of plans that are read from the jar instead of being unrolled into the stub of a long method.
 *
 * <p>A stub obtains the {@link io.graphkernel.runtime.generated.plan.PlanCall} of its thread, sets tensors, dims and
 * scalars, and runs it.
 */
package io.graphkernel.runtime.generated.plan;
