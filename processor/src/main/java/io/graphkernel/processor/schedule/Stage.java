package io.graphkernel.processor.schedule;

import io.graphkernel.graph.Node;
import java.util.List;

/**
 * One loop over a row.
 *
 * @param inputs buffers loaded per element
 * @param restored values loaded from row buffers
 * @param computed ops evaluated per element, in order
 * @param saved computed values that are stored in row buffers for later stages
 * @param reductions reductions that the stage accumulates
 * @param stores buffers written per element, after all reads of the element
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
