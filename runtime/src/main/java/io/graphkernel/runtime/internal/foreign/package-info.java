/**
 * Tensors over memory of others: buffers, pointers of JavaCPP and {@link io.graphkernel.runtime.ForeignMemory}. In: the
 * user's memory, with its dims and strides. Out: a tensor over it, or a copy.
 */
package io.graphkernel.runtime.internal.foreign;
