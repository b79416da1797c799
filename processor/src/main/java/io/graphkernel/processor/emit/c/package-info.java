/**
 * Kernels as C: freestanding, with explicit vectors, over the prelude in {@code native/}.
 *
 * <p>In: the kernels of one class. Out: one C file, printed from the loops for threads that compute vectors
 * ({@link io.graphkernel.processor.lower.vector}). No pointer is {@code restrict}: a
 * result may be the memory of an operand, and within a vector everything is read before anything is written.
 */
package io.graphkernel.processor.emit.c;
