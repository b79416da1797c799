/**
 * Graph to graph: one pass, one file, one test of the same name; {@link io.graphkernel.processor.pass.pipeline.PassPipeline} is
 * the readable list.
 *
 * <p>In: the graph of one method as the front end read it. Out: the same computation in basic ops, partitioned into
 * groups that each run in one kernel, in an order in which they can run, some of them in one launch.
 *
 * <p>Here are the passes that rewrite ops, and what all passes share. {@code pattern} has the named fusions, {@code
 * arithmetic} the rules of algebra with the pass that applies them, {@code fusion} forms the kernels, and {@code pipeline} runs all of them.
 *
 * <p>Always holds: a pass gives a graph that the verifier accepts; it changes no value that the program can observe; no
 * decision about kernels makes more bytes move.
 */
package io.graphkernel.processor.pass;
