/**
 * The documents' named fusion patterns: several ops of a graph become one.
 *
 * <p>In: a graph from the front end, with whole composite ops. Out: the same computation with one op, itself a
 * composite, for each match. A pass is a class with its name, the pattern as text, a guard, and the attributes of the
 * new op; {@link io.graphkernel.processor.pass.pattern.FusionPatterns} lists them in order.
 *
 * <p>Invariants of every pass: all users of a removed value are inside the match; results of one op are identified by
 * their indices; no operand of the new op depends on one of its results.
 */
package io.graphkernel.processor.pass.pattern;
