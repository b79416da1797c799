/**
 * Every processor option and every graph kernel flag.
 *
 * <p>In: the texts of {@code -Agraphkernel.*} and of the files that they name, of {@code MS_DEV_GRAPH_KERNEL_FLAGS} and
 * of {@code @GraphKernel(flags)}; and from the passes the names that they know, a
 * {@link io.graphkernel.processor.option.Vocabulary}. Out: {@link io.graphkernel.processor.option.Options} and
 * {@link io.graphkernel.processor.option.Flags}. Trouble in the code or in the build file is an error, trouble in the
 * environment a warning.
 *
 * <p>Always holds: a flag is taken from the nearest place that gives it: the method, the build file, the files that
 * it names, the environment, the default.
 */
package io.graphkernel.processor.option;
