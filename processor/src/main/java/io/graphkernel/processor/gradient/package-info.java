/**
 * Reverse-mode differentiation on the op graph, before any pass: cotangents of results become adjoints of the values
 * that they depend on. The rules are columns of the op table in the form of expansions, so that all passes and targets
 * handle the resulting ops.
 */
package io.graphkernel.processor.gradient;
