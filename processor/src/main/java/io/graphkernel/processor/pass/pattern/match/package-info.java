/**
 * Engine of named fusions: patterns as text, their matcher, and the pass that rewrites a match.
 *
 * <p>Input: a graph and a pattern. Output: matches, and the graph with one op in place of each.
 */
package io.graphkernel.processor.pass.pattern.match;
