/**
 * Compilation of one class: the interface of the back end, and the methods after passes and schedule.
 *
 * <p>Input: a {@link io.graphkernel.processor.frontend.kernel.KernelClass} and the context of a javac invocation. Output:
 * planned methods, or messages about methods that cannot be scheduled or exceed their launch limit.
 */
package io.graphkernel.processor.compilation;
