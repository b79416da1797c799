/**
 * Measures fused kernels against oneDNN, against themselves unfused, and against what the machine's memory allows.
 *
 * <p>{@link io.graphkernel.examples.benchmarks.Benchmark} is the entry; it makes a
 * {@link io.graphkernel.examples.benchmarks.Contest} per operation and size and lets a
 * {@link io.graphkernel.examples.benchmarks.Harness} time the contestants in turns.
 * {@link io.graphkernel.examples.benchmarks.CompileBenchmark} times the processor itself.
 */
package io.graphkernel.examples.benchmarks;
