/** Gradients that the processor derives, as stubs and on every target, against differences of the methods themselves. */
package io.graphkernel.conformance.gradient;
