package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.Node;
import java.util.List;

/**
 * One loop over a row.
 *
 * @param inputs buffers loaded per element
 * @param restored values read back from row buffers
 * @param computed ops evaluated per element, in order
 * @param saved which of the computed values go into row buffers for later stages
 * @param reductions what is accumulated
 * @param stores buffers written per element, after everything of this element was read
 * @param rowOps ops evaluated once after the loop, in order
 */
public record Stage(
        List<Buffer> inputs,
        List<Node> restored,
        List<Node> computed,
        List<Node> saved,
        List<Node> reductions,
        List<Buffer> stores,
        List<Node> rowOps) {}
