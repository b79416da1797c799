/**
 * Kernels on a device against its own memory: how many bytes a second they move, as a share of what a copy within the
 * device moves, and how long the host takes to launch one.
 */
package io.graphkernel.examples.benchmarks.device;
