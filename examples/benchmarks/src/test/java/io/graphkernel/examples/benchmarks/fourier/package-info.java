/**
 * Benchmark of Fourier transforms against Java libraries, which are dependencies of the tests alone.
 *
 * <p>{@link io.graphkernel.examples.benchmarks.fourier.FourierBenchmark} is the entry.
 */
package io.graphkernel.examples.benchmarks.fourier;
