/**
 * Reader of method bodies: statements, expressions and calls become ops of a graph.
 *
 * <p>Input: the attributed tree of a method. Output: the value of its result. Calls of ops, of other kernel methods and of
 * gradients each have a reader; {@code ExpressionReader} selects it.
 */
package io.graphkernel.processor.frontend.expression;
