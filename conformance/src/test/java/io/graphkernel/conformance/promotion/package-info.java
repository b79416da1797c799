/** Operands of different dtypes in kernels that promote them. */
package io.graphkernel.conformance.promotion;
