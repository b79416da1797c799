/**
 * What every op means: plain definitions on float64 numbers and 64-bit integers, written from the mathematics and
 * without a look at the op table. A floating-point value carries a bound of how far a correct target may be off.
 */
package io.graphkernel.conformance.oracle;
