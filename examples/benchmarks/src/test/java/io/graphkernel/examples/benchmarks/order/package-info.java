/**
 * Benchmark of sorting, against that of the JDK.
 *
 * <p>{@link io.graphkernel.examples.benchmarks.order.SortBenchmark} is the entry.
 */
package io.graphkernel.examples.benchmarks.order;
