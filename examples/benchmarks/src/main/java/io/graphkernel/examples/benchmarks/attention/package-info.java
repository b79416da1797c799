/**
 * Benchmark of attention, of a decoder's last token and of masked prompts.
 *
 * <p>{@link io.graphkernel.examples.benchmarks.attention.AttentionBenchmark} is the entry.
 */
package io.graphkernel.examples.benchmarks.attention;
