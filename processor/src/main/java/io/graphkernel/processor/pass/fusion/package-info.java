/**
 * Kernel formation: which ops run in one loop nest, and which kernels share a launch.
 *
 * <p>In: a graph of basic ops, in which values that kernels cannot read in place are copied. Out: the same ops,
 * partitioned into groups in execution order; and every unfused edge with its reason for the user.
 *
 * <p>{@code FusionPartition} holds the {@code FusionCluster}s, in the order of {@code ClusterOrder}; {@code
 * FusionSearch} merges them by {@code FusionPattern}s, largest savings first. {@code FusionFailure} is the reason why
 * two clusters cannot be merged, and {@code UnfusedEdges} reports it. {@code Recomputation} is a value that its readers
 * recompute; {@code LaunchOrder} forms shared launches. The passes of this package are the steps: {@code
 * SingletonKernels}, {@code BasicFusion}, {@code CompositeFusion}, {@code RecomputeFusion}, {@code StitchFusion},
 * {@code ParallelFusion}.
 *
 * <p>Invariants: every group has a loop nest and repeats no expensive computation; the groups are in execution order;
 * no decision increases memory traffic; the time is linear in the number of ops.
 */
package io.graphkernel.processor.pass.fusion;
