/** Tests of the sweep's list of cases. */
package io.graphkernel.examples.benchmarks.sweep;
