package io.graphkernel.processor.schedule;

import io.graphkernel.graph.Node;
import java.util.List;

/**
 * The computation of a kernel, by the loops in which it takes place.
 *
 * @param uniformOps ops evaluated once, before the loops, in order
 * @param rowOps ops evaluated once per row, before its first stage, in order
 * @param stages sequential loops over one row
 * @param unbufferedStages stages for a target without row buffers, in which later stages recompute values
 * @param saved values kept in row buffers between stages, one row of the compute dtype each
 * @param rowStores buffers written once per row
 * @param uniformStores buffers of one element, written once
 * @param finish second phase of a column or full reduction; null if there is none
 */
public record KernelBody(
        List<Node> uniformOps,
        List<Node> rowOps,
        List<Stage> stages,
        List<Stage> unbufferedStages,
        List<Node> saved,
        List<Buffer> rowStores,
        List<Buffer> uniformStores,
        Stage finish) {

    public KernelBody {
        uniformOps = List.copyOf(uniformOps);
        rowOps = List.copyOf(rowOps);
        stages = List.copyOf(stages);
        unbufferedStages = List.copyOf(unbufferedStages);
        saved = List.copyOf(saved);
        rowStores = List.copyOf(rowStores);
        uniformStores = List.copyOf(uniformStores);
    }
}
