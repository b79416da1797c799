/**
 * Builders by which expansions and gradient rules are written. A rule traffics in opaque nodes, axes and dims, so that
 * one definition can be added to a graph or evaluated.
 */
package io.graphkernel.op.build;
