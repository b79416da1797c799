/** Rows of linear algebra: factorizations of small matrices, linear systems and determinants. */
package io.graphkernel.op.definition.algebra;
