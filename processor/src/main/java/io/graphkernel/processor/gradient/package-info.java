/**
 * Reverse mode on the op graph, before any pass: cotangents of results become adjoints of what the results depend on. The
 * rules are columns of the op table, written as expansions are, so that all passes and targets serve the new ops too.
 */
package io.graphkernel.processor.gradient;
