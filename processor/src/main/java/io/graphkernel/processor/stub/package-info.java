/**
 * The Java side of a compiled class.
 *
 * <p>In: the methods of one class and their plans. Out: the stub, Java source with JavaPoet, and the manifest and graph
 * text that are next to the kernel library in the jar. A method {@code f(Tensor x)} gets up to three overloads:
 * {@code f(x)} allocates its result, {@code f(x, out)} writes into {@code out} and allocates nothing, and
 * {@code f(float[] x, float[] out)} works on arrays.
 *
 * <p>Always holds: a stub checks everything that a kernel relies on before it launches one.
 */
package io.graphkernel.processor.stub;
