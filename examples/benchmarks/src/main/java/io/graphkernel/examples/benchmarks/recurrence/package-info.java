/**
 * Benchmark of linear recurrences, against the speed at which the same bytes are read and written.
 *
 * <p>{@link io.graphkernel.examples.benchmarks.recurrence.RecurrenceBenchmark} is the entry.
 */
package io.graphkernel.examples.benchmarks.recurrence;
