/**
 * An emulated CUDA driver for tests: a shared library that exports the driver API as far as the runtime calls it and
 * interprets PTX. It is built with the module; {@link io.graphkernel.cuda.EmulatedCuda} finds it, also for the tests of
 * other modules, which get it with the test jar.
 */
package io.graphkernel.cuda;
