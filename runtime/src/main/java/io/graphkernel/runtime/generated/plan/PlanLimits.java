package io.graphkernel.runtime.generated.plan;

/**
 * What the steps of a plan may refer to.
 *
 * @param checked whether launches are looked at, as in {@code --enable_debug_mode}
 * @param tensors how many tensors a call has
 * @param numbers how many numbers a call has
 * @param sizes how many sizes follow from its dims
 * @param kernels how many kernels the library of the class has
 * @param sites how many calls of libraries there are
 */
record PlanLimits(boolean checked, int tensors, int numbers, int sizes, int kernels, int sites) {}
