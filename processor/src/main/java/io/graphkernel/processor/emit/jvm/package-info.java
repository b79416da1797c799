/**
 * Emitter of Java: scalar loops over raw memory, for hosts without a native build and as an independent implementation
 * of the same schedules.
 *
 * <p>Input: the kernels of one class. Output: one Java class in the package of the stub, printed from the functions of {@link
 * io.graphkernel.processor.lower.scalar}. Argument block, scratch memory and partial results have the layout of the C
 * target, so that the stub is independent of the target.
 */
package io.graphkernel.processor.emit.jvm;
