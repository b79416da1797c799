/**
 * Targets of tests, to show what a new one takes: a class in the processor's list, a class in the runtime's list, and nothing
 * else. One runs kernels on the host, one on a device with memory and a stream of its own.
 */
package io.graphkernel.conformance.target;
