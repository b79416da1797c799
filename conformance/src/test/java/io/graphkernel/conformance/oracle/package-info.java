/**
 * Definitions of every op on float64 numbers and 64-bit integers, written from the mathematics, independently of the op table. A
 * floating-point value carries an error bound for a correct target.
 */
package io.graphkernel.conformance.oracle;
