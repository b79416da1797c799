/**
 * Plans that are walked: what the stub of a long method has the run time do, read from the jar. A stub takes the
 * {@link io.graphkernel.runtime.generated.plan.PlanCall} of its thread, hands over tensors, dims and numbers, and runs it.
 */
package io.graphkernel.runtime.generated.plan;
