package io.graphkernel.processor.stub;

import io.graphkernel.processor.frontend.kernel.KernelMethod;
import io.graphkernel.processor.gradient.GradientPair;
import io.graphkernel.processor.schedule.Plan;

/**
 * Plans of a method with a gradient.
 *
 * @param method method of the user
 * @param forward plan of the forward call
 * @param gradient plan of the gradient call
 * @param addition plan that accumulates gradients
 */
public record GradientPlans(KernelMethod method, Plan forward, Plan gradient, Plan addition) {

    /** Returns the graphs of the two calls. */
    GradientPair pair() {
        return method.gradient().orElseThrow();
    }
}
