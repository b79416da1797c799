/**
 * The run time of GraphKernel: tensors, and the call of compiled kernels.
 *
 * <p>A reader may go in this order: {@link io.graphkernel.runtime.Tensor} and
 * {@link io.graphkernel.runtime.TensorScope} are what users hold, on a {@link io.graphkernel.runtime.Device}, whose work
 * a {@link io.graphkernel.runtime.Stream} orders and a {@link io.graphkernel.runtime.LaunchGraph} records. A generated
 * stub checks its arguments with {@link io.graphkernel.runtime.generated.Checks}, fills the calling thread's
 * {@link io.graphkernel.runtime.generated.LaunchFrame}, and runs a {@link io.graphkernel.runtime.generated.Kernel} of its
 * {@link io.graphkernel.runtime.generated.KernelLibrary}. The same method called directly runs op by op through {@code Ops}, which
 * {@link io.graphkernel.runtime.internal.eager.Eager} carries out.
 *
 * <p>Users call this package and catch what is in {@code exception}, which has every error and its text. Stubs call
 * {@code generated} with its {@code library} (calls between kernels) and {@code jvm} (for kernels in Java). All else is
 * {@code internal}: {@code tensor} (memory of tensors, and their elements), {@code foreign} (memory of users),
 * {@code eager} (ops at once), {@code gradient} (their gradients), {@code setting} (settings and devices that were found), {@code device} (drivers of GPUs,
 * their memory and programs), {@code memory} (pooled off-heap blocks), {@code parallel} (the threads),
 * {@code collective} (the ranks of a {@link io.graphkernel.runtime.Communicator}), {@code loading} (native libraries and
 * programs from the jar) and {@code profile} (what is recorded of launches). The run time never sees the compiler.
 */
package io.graphkernel.runtime;
