/**
 * The list of all passes, {@link io.graphkernel.processor.pass.pipeline.PassPipeline}, in the documents' stages.
 *
 * <p>In: the graph of one method from the front end, and the method's flags. Out: the graph after each pass, and every
 * unfused edge with its reason.
 *
 * <p>Invariants: the set of executed passes depends only on flags and switch files; every name in the documents is a
 * pass here or has a reason.
 */
package io.graphkernel.processor.pass.pipeline;
