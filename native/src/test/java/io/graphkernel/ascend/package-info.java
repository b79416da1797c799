/**
 * An emulated AscendCL for tests: a shared library with the functions that the runtime calls. It compiles Ascend C with
 * the embedded clang, and runs it on a strict model of a vector core. It is built with the module; {@link
 * io.graphkernel.ascend.EmulatedAscend} locates it, also for the tests of other modules, which depend on the test jar.
 */
package io.graphkernel.ascend;
