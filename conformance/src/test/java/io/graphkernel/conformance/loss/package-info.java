/**
 * Gradients that are taken inside kernels: on every target, and op by op, against central differences of the loss in float64.
 */
package io.graphkernel.conformance.loss;
