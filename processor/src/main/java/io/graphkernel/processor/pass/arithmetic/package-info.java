/**
 * The arithmetic rules: what may be computed in another way. {@link io.graphkernel.processor.pass.arithmetic.RuleTable} has
 * a row per rule, {@link io.graphkernel.processor.pass.arithmetic.Simplifier} applies them.
 *
 * <p>In: a graph of basic ops without kernels. Out: the same graph with fewer or cheaper ops.
 *
 * <p>Always holds: types of results stay, no rewrite adds work, and what is not exact for the dtypes at hand happens only
 * if that is asked for.
 */
package io.graphkernel.processor.pass.arithmetic;
