/**
 * Kernels for GPUs: OpenCL C 1.2, which drivers compile when a program is loaded and clang compiles to PTX.
 *
 * <p>In: the kernels of one class. Out: one source. A group of threads takes items of the loop nest by its number, and as
 * many groups as the launch has share them; nothing but the shape decides which thread of a group accumulates which
 * elements. Stages are those without row buffers: what a later one needs is computed again. No pointer is
 * {@code restrict}: each thread reads an element before it writes a result at the same place.
 */
package io.graphkernel.processor.emit.gpu;
