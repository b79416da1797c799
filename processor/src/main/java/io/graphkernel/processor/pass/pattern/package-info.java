/**
 * The documents' named fusion patterns: several ops of a graph become one.
 *
 * <p>In: a graph as the front end read it, with composite ops whole. Out: the same computation with one op, itself a
 * composite, in the place of each pattern. A pass is a class with its name, the pattern as text, a guard, and what
 * attributes the new op has; {@link io.graphkernel.processor.pass.pattern.FusionPatterns} lists them in order.
 *
 * <p>Always holds, whatever a pass says: all readers of a value that vanishes are inside the match, results of one op are
 * told apart by their numbers, no operand of the new op depends on one of its results.
 */
package io.graphkernel.processor.pass.pattern;
