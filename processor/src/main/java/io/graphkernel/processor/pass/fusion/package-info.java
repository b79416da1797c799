/**
 * Forms kernels: which ops run in one loop nest, and which kernels share a launch.
 *
 * <p>In: a graph of basic ops, in which all that kernels can't read in place is a copy. Out: the same ops, partitioned into
 * groups, in an order in which they can run; and for the user, every edge between two kernels with the reason why the two
 * are not one.
 *
 * <p>From one class to the next: {@code FusionPartition} holds the {@code Area}s, in the order of {@code AreaOrder}; {@code
 * FusionSearch} unites them by {@code FusionPattern}s, those first where most bytes stay; {@code Refusal} says why two areas
 * can't be one, and {@code UnfusedEdges} says it to the user; {@code Recomputation} is a value that its readers had better
 * compute themselves; {@code LaunchOrder} lets kernels share launches. The passes of this package are the steps of that:
 * {@code KernelForming}, {@code BasicFusion}, {@code CompositeFusion}, {@code RecomputeFusion}, {@code StitchFusion}, {@code
 * ParallelFusion}.
 *
 * <p>Always holds: every group has its loops and repeats no expensive work; the groups have an order in which they can run;
 * no decision makes more bytes move; the time grows with the number of ops.
 */
package io.graphkernel.processor.pass.fusion;
