/** Rows of elementwise ops: arithmetic, bits, functions of one number, activations, and gradients of these. */
package io.graphkernel.op.definition.element;
