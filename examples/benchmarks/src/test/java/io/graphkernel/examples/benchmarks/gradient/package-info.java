/**
 * Benchmarks of derived gradients, and of forward kernels compared with hand-written C.
 *
 * <p>{@link io.graphkernel.examples.benchmarks.gradient.GradientBenchmark} is the entry;
 * {@link io.graphkernel.examples.benchmarks.gradient.Contests} has the operations.
 */
package io.graphkernel.examples.benchmarks.gradient;
