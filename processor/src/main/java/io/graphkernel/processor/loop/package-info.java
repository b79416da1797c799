/**
 * Which loops a set of ops can share.
 *
 * <p>In: ops that fusion would like to run in one kernel. Out: their {@link
 * io.graphkernel.processor.graph.IterationSpace}, if they have one: the order of the loops, the template that runs them,
 * and where the elements of every value lie in memory, through any views. In addition {@link
 * io.graphkernel.processor.loop.Traffic} counts the bytes that a partition into kernels moves.
 */
package io.graphkernel.processor.loop;
