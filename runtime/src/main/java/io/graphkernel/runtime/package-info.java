/**
 * The runtime of GraphKernel: tensors, and calls of compiled kernels.
 *
 * <p>A suggested reading order: users hold {@link io.graphkernel.runtime.Tensor}s and
 * {@link io.graphkernel.runtime.TensorScope}s on a {@link io.graphkernel.runtime.Device}, whose work a
 * {@link io.graphkernel.runtime.Stream} orders and a {@link io.graphkernel.runtime.LaunchGraph} captures. A generated
 * stub checks its arguments with {@link io.graphkernel.runtime.generated.Checks}, fills the calling thread's
 * {@link io.graphkernel.runtime.generated.LaunchFrame}, and runs a {@link io.graphkernel.runtime.generated.Kernel} of
 * its {@link io.graphkernel.runtime.generated.KernelLibrary}. A direct call of the same method runs op by op through
 * {@code Ops}, which {@link io.graphkernel.runtime.internal.eager.Eager} implements.
 *
 * <p>Users call this package and catch the exceptions in {@code exception}, which defines every error and its message.
 * Stubs call {@code generated} with its {@code library} (library ops between kernels) and {@code jvm} (support for
 * kernels in Java). The packages below {@code internal} are:
 * <ul>
 * <li>{@code tensor}: memory and elements of tensors;
 * <li>{@code foreign}: memory of users;
 * <li>{@code eager}: basic eager ops;
 * <li>{@code expansion}: composite eager ops;
 * <li>{@code gradient}: gradients of eager ops;
 * <li>{@code setting}: settings and detected devices;
 * <li>{@code device}: drivers of devices, their memory and programs;
 * <li>{@code memory}: pooled off-heap blocks;
 * <li>{@code parallel}: kernel threads;
 * <li>{@code collective}: ranks of a {@link io.graphkernel.runtime.Communicator};
 * <li>{@code loading}: native libraries and programs from the jar;
 * <li>{@code profile}: records of launches.
 * </ul>
 *
 * <p>The runtime does not depend on the compiler.
 */
@NullMarked
package io.graphkernel.runtime;

import org.jspecify.annotations.NullMarked;
