/**
 * Graph-to-graph passes: one pass, one file, one test of the same name. {@link
 * io.graphkernel.processor.pass.pipeline.PassPipeline} lists them in order.
 *
 * <p>In: the graph of one method from the front end. Out: the same computation in basic ops, partitioned into groups
 * that each run in one kernel, in execution order, some of them sharing a launch.
 *
 * <p>This package has the passes that rewrite ops, and the utilities of all passes. {@code pattern} has the named
 * fusions, {@code arithmetic} the algebraic rules with the pass that applies them, {@code fusion} forms the kernels,
 * and {@code pipeline} runs all passes.
 *
 * <p>Invariants: the result of a pass is accepted by the verifier; no observable value changes; no fusion decision
 * increases memory traffic.
 */
package io.graphkernel.processor.pass;
