/**
 * Tensors over memory with an external owner: buffers, JavaCPP pointers and
 * {@link io.graphkernel.runtime.ForeignMemory}.
 *
 * <p>In: the user's memory with its dims and strides. Out: a tensor over it, or a copy.
 */
package io.graphkernel.runtime.internal.foreign;
