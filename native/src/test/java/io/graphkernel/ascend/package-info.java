/**
 * An emulated AscendCL for tests: a shared library that exports it as far as the runtime calls it, compiles Ascend C with the
 * embedded clang, and runs it on a strict model of a vector core. It is built with the module;
 * {@link io.graphkernel.ascend.EmulatedAscend} finds it, also for the tests of other modules, which get it with the test jar.
 */
package io.graphkernel.ascend;
