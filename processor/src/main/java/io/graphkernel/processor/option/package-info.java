/**
 * Every processor option and every graph kernel flag.
 *
 * <p>In: the texts of {@code -Agraphkernel.*}, of {@code MS_DEV_GRAPH_KERNEL_FLAGS} and of
 * {@code @GraphKernel(flags)}. Out: {@link io.graphkernel.processor.option.Options} and
 * {@link io.graphkernel.processor.option.Flags}. Trouble in the code or in the build file is an error, trouble in the
 * environment a warning.
 *
 * <p>Always holds: a flag is taken from the nearest place that gives it: the method, the build file, the environment,
 * the default.
 */
package io.graphkernel.processor.option;
