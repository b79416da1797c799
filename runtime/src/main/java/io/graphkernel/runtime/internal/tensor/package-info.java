/**
 * Memory and elements of tensors: allocation, views, copies between the heap, the host and other devices, and
 * per-thread state of devices. The rest of the runtime uses {@link io.graphkernel.runtime.internal.tensor.Tensors} for
 * operations that a {@link io.graphkernel.runtime.Tensor} does not expose to users.
 */
package io.graphkernel.runtime.internal.tensor;
