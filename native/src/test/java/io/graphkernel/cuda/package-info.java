/**
 * An emulated CUDA driver for tests: a shared library with the driver functions that the runtime calls, which
 * interprets PTX. It is built with the module; {@link io.graphkernel.cuda.EmulatedCuda} locates it, also for the tests
 * of other modules, which depend on the test jar.
 */
package io.graphkernel.cuda;
