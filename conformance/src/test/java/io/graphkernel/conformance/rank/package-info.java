/** Methods over any number of batch dimensions: their kernels against the methods themselves, op by op, at several ranks. */
package io.graphkernel.conformance.rank;
