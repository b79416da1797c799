/**
 * Evaluation of composite ops in eager mode: the checks of the row, its expansion on tensors, and the recording for
 * gradients.
 */
package io.graphkernel.runtime.internal.expansion;
