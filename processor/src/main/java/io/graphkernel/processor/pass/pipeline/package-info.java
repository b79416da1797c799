/**
 * The readable list of all passes, {@link io.graphkernel.processor.pass.pipeline.PassPipeline}, in the stages that the
 * documents name.
 *
 * <p>In: the graph of one method as the front end read it, and the method's flags. Out: the graph after each pass, and
 * every edge between two kernels with the reason why they are two.
 *
 * <p>Always holds: whether a pass runs depends on flags and switch files alone; every name of the documents is a pass here
 * or has a reason why not.
 */
package io.graphkernel.processor.pass.pipeline;
