/** Rows of the op table for signals: discrete Fourier transforms. */
package io.graphkernel.op.definition.signal;
