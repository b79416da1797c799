/**
 * The run time of GraphKernel: tensors, and the call of compiled kernels.
 *
 * <p>A reader may go in this order: {@link io.graphkernel.runtime.Tensor} and
 * {@link io.graphkernel.runtime.TensorScope} are what users hold. A generated stub checks its arguments with
 * {@link io.graphkernel.runtime.Checks}, fills the calling thread's {@link io.graphkernel.runtime.LaunchFrame}, and
 * runs a {@link io.graphkernel.runtime.Kernel} of its {@link io.graphkernel.runtime.KernelLibrary}. The same method
 * called directly runs op by op through {@code Ops}, which {@link io.graphkernel.runtime.Eager} carries out.
 *
 * <p>Below lie {@code memory} (pooled off-heap blocks), {@code parallel} (the threads), {@code loading} (native
 * libraries from the jar), {@code profile} (what is recorded of launches) and {@code exception} (every error and its text). The run time never sees the compiler.
 */
package io.graphkernel.runtime;
