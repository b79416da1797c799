/**
 * Gradients of eager ops. While a loss runs, the ops of {@code Ops} are recorded on the thread's tape. The backward
 * pass then iterates over the tape from its end, and each op adds the contributions of its operands.
 *
 * <p>In: ops as they are called. Out: tensors. The rules are generated from the op table, so that compiled kernels and
 * plain Java calls differentiate identically.
 */
package io.graphkernel.runtime.internal.gradient;
