/**
 * Gradients of eager ops. While a loss runs, the ops of {@code Ops} are recorded on the thread's tape; then the tape is gone
 * through from its end, and each op adds what its operands contribute to the loss. In: ops as they are called. Out: tensors.
 * The rules are those of the op table, printed as Java, so compiled kernels and plain Java calls derive the same.
 */
package io.graphkernel.runtime.internal.gradient;
