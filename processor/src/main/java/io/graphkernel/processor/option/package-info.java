/**
 * Processor options and graph kernel flags.
 *
 * <p>In: the texts of {@code -Agraphkernel.*} and of the files that they name, of {@code MS_DEV_GRAPH_KERNEL_FLAGS} and
 * of {@code @GraphKernel(flags)}; and the names of the passes, a {@link
 * io.graphkernel.processor.option.Vocabulary}. Out: {@link io.graphkernel.processor.option.Options} and {@link
 * io.graphkernel.processor.option.FlagValues}. Problems in the code or in the build file are errors, problems in
 * the environment are warnings.
 *
 * <p>Invariant: the source of a flag with the highest precedence wins: the method, the build file, the files that it
 * names, the environment, the default.
 */
package io.graphkernel.processor.option;
