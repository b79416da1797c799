/**
 * The ops of {@link io.graphkernel.runtime.Ops}, computed at once on the host, one element after the other: the
 * definition that kernels are compared with. In: operands as users pass them. Out: new tensors.
 */
package io.graphkernel.runtime.internal.eager;
