/**
 * Columns of a row of the op table: parameters, results, dtypes, cost, expansion and gradient.
 */
package io.graphkernel.op.row;
