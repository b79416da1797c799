/**
 * Benchmark of matmuls of few rows as fused loops, against library calls and the speed at which their matrix is read.
 *
 * <p>{@link io.graphkernel.examples.benchmarks.contraction.ContractionBenchmark} is the entry.
 */
package io.graphkernel.examples.benchmarks.contraction;
