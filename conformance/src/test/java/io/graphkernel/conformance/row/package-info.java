/** Invariance of ops, products and their gradients under the number of rows and the position of a row. */
package io.graphkernel.conformance.row;
