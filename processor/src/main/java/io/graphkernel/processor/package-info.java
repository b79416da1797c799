/**
 * Entry point of javac, and the pipeline that compiles what the front ends read.
 *
 * <p>{@link io.graphkernel.processor.GraphKernelProcessor} runs the rounds of a javac invocation;
 * {@link io.graphkernel.processor.Pipeline} calls the stages in order. Every other class is in the package of a stage, or
 * of a role: {@code processing} for the compiler's environment, {@code compilation} for the compilation of a class,
 * {@code build} for the builds of targets, {@code output} for generated files, {@code session} for the compilation of an
 * invocation.
 */
package io.graphkernel.processor;
