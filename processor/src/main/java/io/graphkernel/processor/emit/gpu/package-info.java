/**
 * Kernels for GPUs: OpenCL C 1.2, which drivers compile when a program is loaded and clang compiles to PTX.
 *
 * <p>In: the kernels of one class. Out: one source, printed from the loops for groups of threads
 * ({@link io.graphkernel.processor.lower.group}). No pointer is {@code restrict}: each thread reads an element before it
 * writes a result at the same place.
 */
package io.graphkernel.processor.emit.gpu;
