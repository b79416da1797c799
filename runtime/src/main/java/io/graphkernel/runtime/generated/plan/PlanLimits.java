package io.graphkernel.runtime.generated.plan;

/**
 * What the steps of a plan may refer to.
 *
 * @param method the kernel method, for messages
 * @param checked whether launches are looked at, as in {@code --enable_debug_mode}
 * @param makesTensors whether temporaries are tensors that a call makes, since their dims are known too late for a
 *     arena
 * @param tensors how many tensors a call has, with those that it makes
 * @param numbers how many numbers a call has
 * @param sizes how many sizes follow from its dims
 * @param kernels how many kernels the library of the class has
 * @param sites how many calls of libraries there are
 */
record PlanLimits(
        String method,
        boolean checked,
        boolean makesTensors,
        int tensors,
        int numbers,
        int sizes,
        int kernels,
        int sites) {}
