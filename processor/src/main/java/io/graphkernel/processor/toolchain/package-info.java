/**
 * Toolchain: compiles source text to shared libraries and PTX modules.
 *
 * <p>Input: a {@link io.graphkernel.processor.toolchain.KernelSource} and platforms. Output: one library for each
 * platform, with a variant of every kernel for each {@link io.graphkernel.processor.toolchain.InstructionSet}. Sources
 * of GPU kernels become self-contained sources, for drivers that compile them, and PTX.
 *
 * <p>The package manages processes, files and the cache. It depends on neither javac nor graphs nor kernels.
 *
 * <p>Invariants:
 * <ul>
 * <li>The bytes of a library or module depend only on the source, the headers, the flags and the version of the
 * compiler: commands run in a separate directory with relative names and a clean environment.
 * <li>A cached result is returned without a process and without unpacking the embedded compiler.
 * <li>Every failure is a {@link io.graphkernel.processor.toolchain.ToolchainException}; a failed compilation or link
 * preserves its files and command for the user.
 * </ul>
 */
package io.graphkernel.processor.toolchain;
