/**
 * Tensors over the memory of other libraries, without copies: arrays of DJL, PyTorch, ND4J and TensorFlow, and kernels as
 * functions of their automatic differentiation.
 */
@NullMarked
package io.graphkernel.interop;

import org.jspecify.annotations.NullMarked;
