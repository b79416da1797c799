/**
 * Emitter of C: freestanding, with explicit vectors, over the prelude in {@code native/}.
 *
 * <p>Input: the kernels of one class. Output: one C file, printed from the functions of {@link
 * io.graphkernel.processor.lower.vector}. No pointer is {@code restrict}: a result may alias an operand, and each
 * vector is loaded before it is stored.
 */
package io.graphkernel.processor.emit.c;
