/**
 * Emitter for GPUs: OpenCL C 1.2, which drivers compile when a program is loaded and clang compiles to PTX.
 *
 * <p>Input: the kernels of one class. Output: one source, printed from the functions of {@link
 * io.graphkernel.processor.lower.gpu}. No pointer is {@code restrict}: each thread loads an element before it stores a
 * result at the same address.
 */
package io.graphkernel.processor.emit.gpu;
