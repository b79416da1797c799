/**
 * Graph to graph: one pass, one file, one test of the same name; {@link io.graphkernel.processor.pass.pipeline.PassPipeline} is
 * the readable list.
 *
 * <p>In: the graph of one method as the front end read it. Out: the same computation in basic ops, partitioned into
 * groups that each run in one kernel, in an order in which they can run, some of them in one launch.
 *
 * <p>How kernels are formed, from one class to the next: {@code FusionPartition} holds the {@code Area}s, in the order of
 * {@code AreaOrder}; {@code FusionSearch} unites them by {@code FusionPattern}s, those first where most bytes stay;
 * {@code Refusal} says why two areas can't be one, and {@code UnfusedEdges} says it to the user; {@code Recomputation} is
 * a value that its readers had better compute themselves; {@code LaunchOrder} lets kernels share launches. The time of all
 * this grows with the number of ops.
 *
 * <p>Always holds: a pass gives a graph that the verifier accepts; it changes no value that the program can observe; no
 * decision about kernels makes more bytes move.
 */
package io.graphkernel.processor.pass;
