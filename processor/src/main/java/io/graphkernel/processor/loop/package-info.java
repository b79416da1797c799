/**
 * Analysis of the loops that a set of ops can share.
 *
 * <p>Input: ops that fusion considers for one kernel. Output: their {@link
 * io.graphkernel.graph.iteration.IterationSpace}, if they have a common one: the loop order, the loop template, and the
 * memory accesses of all values through any views. In addition {@link io.graphkernel.processor.loop.MemoryTraffic}
 * estimates the bytes that a partition into kernels moves.
 */
package io.graphkernel.processor.loop;
