package io.graphkernel.processor.target;

import io.graphkernel.processor.option.Options;
import io.graphkernel.processor.toolchain.NativeToolchain;

/**
 * Inputs of a target's compilation.
 *
 * @param kernels kernels of a class
 * @param text their source in the target's language
 * @param tag tag of the kernels' build: letters, digits and underscores, unique for the class and its sources
 * @param options the processor's options
 * @param toolchain compiler and build cache
 */
public record TargetBuild(
        ClassKernels kernels, Language.Text text, String tag, Options options, NativeToolchain toolchain) {}
