/** Rows of reductions and scans, and of the softmax and the normalizations that consist of them. */
package io.graphkernel.op.definition.reduction;
