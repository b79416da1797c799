package io.graphkernel.runtime.generated.plan;

/**
 * Limits of the indices in the steps of a plan.
 *
 * @param method method name for messages
 * @param checked true if launches are checked, as under {@code --enable_debug_mode}
 * @param allocatesTensors true if a call allocates its temporaries as tensors, since their dims are known too late for
 *     an arena
 * @param tensors number of tensors of a call, including those it allocates
 * @param numbers number of scalars of a call
 * @param sizes number of sizes that follow from its dims
 * @param kernels number of kernels in the library of the class
 * @param sites number of library call sites
 */
record PlanLimits(
        String method,
        boolean checked,
        boolean allocatesTensors,
        int tensors,
        int numbers,
        int sizes,
        int kernels,
        int sites) {

    /** Returns the limits of the steps inside a loop, which is checked as a whole, and whose memory is in the arena. */
    PlanLimits inLoop() {
        return new PlanLimits(method, false, false, tensors, numbers, sizes, kernels, sites);
    }
}
