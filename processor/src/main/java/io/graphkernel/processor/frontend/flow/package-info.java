/**
 * Control flow of method bodies: jumps of loops, early returns, and the cost of branches.
 *
 * <p>Input: the attributed tree of statements, or the graphs of branches. Output: how control leaves them, for the readers of
 * {@code frontend.expression}.
 */
package io.graphkernel.processor.frontend.flow;
