package io.graphkernel.processor.pass.pipeline;

import io.graphkernel.processor.pass.GraphPass;
import java.util.List;

/**
 * A stage of the pipeline.
 *
 * @param name MindSpore's name
 * @param passes in order; a pass's position is its id
 */
record PassStage(String name, List<GraphPass> passes) {}
