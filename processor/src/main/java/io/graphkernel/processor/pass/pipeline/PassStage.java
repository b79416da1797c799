package io.graphkernel.processor.pass.pipeline;

import io.graphkernel.processor.pass.GraphPass;
import java.util.List;

/**
 * A stage of the pipeline.
 *
 * @param name MindSpore's name
 * @param passes the passes in order; the id of a pass is its position
 */
record PassStage(String name, List<GraphPass> passes) {}
