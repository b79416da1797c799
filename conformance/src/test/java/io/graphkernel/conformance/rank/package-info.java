/** Methods over any number of leading axes: their kernels against the methods themselves, op by op, at several ranks. */
package io.graphkernel.conformance.rank;
