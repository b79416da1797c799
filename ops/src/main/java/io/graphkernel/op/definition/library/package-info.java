/** Rows of ops that libraries compute: matmuls, convolution, attention, collectives. */
package io.graphkernel.op.definition.library;
