/**
 * Benchmarks of the compile time of long methods:
 * {@link io.graphkernel.examples.benchmarks.compile.LongMethodBenchmark}.
 */
package io.graphkernel.examples.benchmarks.compile;
