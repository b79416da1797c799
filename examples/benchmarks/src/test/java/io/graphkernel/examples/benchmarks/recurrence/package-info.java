/**
 * Benchmark of a recurrent network, which is written as a loop in a kernel, against PyTorch, whose libraries are
 * dependencies of the tests alone.
 *
 * <p>{@link io.graphkernel.examples.benchmarks.recurrence.NetworkBenchmark} is the entry.
 */
package io.graphkernel.examples.benchmarks.recurrence;
