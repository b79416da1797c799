/**
 * Tool-chain: source text in, the bytes of shared libraries and modules of PTX out.
 *
 * <p>Takes a {@link io.graphkernel.processor.toolchain.KernelSource} and platforms; gives one library for each
 * platform, which holds a variant of every kernel for each {@link io.graphkernel.processor.toolchain.InstructionSet}.
 * Takes the source of GPU kernels; gives it complete with its headers, for drivers that compile it, and as PTX.
 *
 * <p>Knows processes, files and the cache. Knows neither javac nor graphs nor kernels.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>The bytes of a library or module depend on the source, the headers, the flags and the version of the compiler, and on
 *       nothing else: commands run in a directory of their own with relative names and a clean environment.
 *   <li>What is in the cache is returned without starting a process or touching the embedded compiler.
 *   <li>Every failure is a {@link io.graphkernel.processor.toolchain.ToolchainException}; a failed compilation or link
 *       leaves its files and its command for the user.
 * </ul>
 */
package io.graphkernel.processor.toolchain;
