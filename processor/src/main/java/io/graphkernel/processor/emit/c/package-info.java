/**
 * Kernels as C: freestanding, with explicit vectors, over the prelude in {@code native/}.
 *
 * <p>In: the kernels of one class. Out: one C file. Each stage of a kernel is an inline function of one vector of
 * elements; its text is written once and called for whole vectors and for the tail. No pointer is {@code restrict}: a
 * result may be the memory of an operand, and within a vector everything is read before anything is written.
 */
package io.graphkernel.processor.emit.c;
