package io.graphkernel.processor.stub;

import io.graphkernel.processor.frontend.KernelMethod;
import io.graphkernel.processor.gradient.GradientPair;
import io.graphkernel.processor.schedule.Plan;

/**
 * How a method with a gradient runs.
 *
 * @param method the method of the user
 * @param forward the plan of the forward call
 * @param gradient the plan of the gradient call
 * @param addition the plan that adds gradients to tensors
 */
public record GradientPlans(KernelMethod method, Plan forward, Plan gradient, Plan addition) {

    /** The graphs of the two. */
    GradientPair pair() {
        return method.gradient().orElseThrow();
    }
}
