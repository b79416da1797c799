/**
 * Measures every memory-bound op of the op table against the limit of its own traffic, and what the dtypes, the odd
 * sizes and the reductions of unusual shapes must reach, compared with oneDNN where it has the operation.
 *
 * <p>{@link io.graphkernel.examples.benchmarks.sweep.SweepBenchmark} is the entry;
 * {@link io.graphkernel.examples.benchmarks.sweep.Cases} has a line for each op.
 */
package io.graphkernel.examples.benchmarks.sweep;
