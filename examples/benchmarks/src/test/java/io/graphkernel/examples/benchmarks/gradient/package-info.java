/**
 * Measures derived gradients, and the forward kernels next to hand-written C.
 *
 * <p>{@link io.graphkernel.examples.benchmarks.gradient.GradientBenchmark} is the entry;
 * {@link io.graphkernel.examples.benchmarks.gradient.Contests} has the operations.
 */
package io.graphkernel.examples.benchmarks.gradient;
