/** What the processor adds to javac for long methods: {@link io.graphkernel.examples.benchmarks.compile.LongMethodBenchmark}. */
package io.graphkernel.examples.benchmarks.compile;
