/** Self-test, conformance and benchmarks on a GPU, packed for a machine that has only its driver. */
package io.graphkernel.examples.gpu;
