/**
 * The ops of {@link io.graphkernel.runtime.Ops}, computed eagerly on the host, one element at a time: the reference
 * semantics of kernels. In: operands of users. Out: new tensors.
 */
package io.graphkernel.runtime.internal.eager;
