/**
 * Graph to graph: one pass, one file, one test of the same name; {@link io.graphkernel.processor.pass.PassPipeline} is
 * the readable list.
 *
 * <p>In: the graph of one method as the front end read it. Out: the same computation in basic ops, partitioned into
 * groups that each run in one kernel, in an order in which they can run.
 *
 * <p>Always holds: a pass gives a graph that the verifier accepts; it changes no value that the program can observe.
 */
package io.graphkernel.processor.pass;
