/** Shapes of library ops: they check the dims of operands, and derive sizes, strides and slots of kernels from them. */
package io.graphkernel.runtime.generated.library.shape;
