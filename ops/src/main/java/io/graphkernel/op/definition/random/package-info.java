/** Rows of random tensors and distributions. */
package io.graphkernel.op.definition.random;
