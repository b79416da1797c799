package io.graphkernel.processor.target;

import io.graphkernel.processor.option.Options;
import io.graphkernel.processor.toolchain.NativeToolchain;

/**
 * What a target compiles, and what with.
 *
 * @param kernels the kernels of a class
 * @param text what the target's language printed for them
 * @param tag the build of the kernels: letters, digits and underscores, unique for the class and its texts
 * @param options the processor's options
 * @param toolchain the compiler and the build cache
 */
public record TargetBuild(
        ClassKernels kernels, Language.Text text, String tag, Options options, NativeToolchain toolchain) {}
