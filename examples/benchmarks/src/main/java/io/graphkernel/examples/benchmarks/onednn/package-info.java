/** The benchmark's operations as oneDNN primitives with post-operations. */
package io.graphkernel.examples.benchmarks.onednn;
