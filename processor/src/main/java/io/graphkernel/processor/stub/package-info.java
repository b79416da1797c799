/**
 * Generation of the Java stub of a compiled class.
 *
 * <p>Input: the methods of one class and their plans. Output: the stub as Java source, written with JavaPoet, and the
 * manifest and graph text that accompany the kernel library in the jar. A method {@code f(Tensor x)} has up to three
 * overloads: {@code f(x)} allocates its result, {@code f(x, out)} writes into {@code out} and allocates nothing, and
 * {@code f(float[] x, float[] out)} works on arrays.
 *
 * <p>Invariant: a stub checks all preconditions of a kernel before it launches one.
 */
package io.graphkernel.processor.stub;
