/**
 * Algebraic simplification. {@link io.graphkernel.processor.pass.arithmetic.RuleTable} has a row per rule, {@link
 * io.graphkernel.processor.pass.arithmetic.Simplifier} applies them.
 *
 * <p>In: a graph of basic ops without kernels. Out: the same graph with fewer or cheaper ops.
 *
 * <p>Invariants: types of results are preserved, no rewrite adds computation, and value-changing rules apply only on
 * request.
 */
package io.graphkernel.processor.pass.arithmetic;
