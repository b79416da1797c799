/**
 * What a tensor holds of memory, and how its elements come in and out: allocation, views, copies between the heap, the host
 * and other devices, and what one thread needs on a device. The rest of the run time asks {@link
 * io.graphkernel.runtime.internal.tensor.Tensors} for what a {@link io.graphkernel.runtime.Tensor} does not show to users.
 */
package io.graphkernel.runtime.internal.tensor;
