/**
 * Benchmarks of fused kernels against oneDNN, against themselves unfused, and against the machine's memory bandwidth.
 *
 * <p>{@link io.graphkernel.examples.benchmarks.Benchmark} is the entry; it creates a
 * {@link io.graphkernel.examples.benchmarks.Contest} per operation and size, and a
 * {@link io.graphkernel.examples.benchmarks.Harness} times the contestants in interleaved rounds.
 * {@link io.graphkernel.examples.benchmarks.CompileBenchmark} times the processor itself.
 */
package io.graphkernel.examples.benchmarks;
