package io.graphkernel.processor.pass.fusion;

import io.graphkernel.graph.FusionGroup.Launch;
import io.graphkernel.graph.Graph;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.PassContext;

/**
 * Launches a reduction and the kernels that depend on its complete result together, as phases of one launch, without
 * returning to the caller in between. Readers that share loops with the reduction were fused with it before, for any
 * row length.
 */
public final class StitchFusion implements GraphPass {

    @Override
    public String name() {
        return "stitch_fusion";
    }

    @Override
    public int level() {
        return 3;
    }

    @Override
    public boolean isEnabledBy(FlagValues flags) {
        return flags.isOn(Flag.ENABLE_STITCH_FUSION);
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        boolean enabled = FusionPattern.enabled(context.withoutDecisions()).contains(FusionPattern.REDUCE_STITCH);
        return enabled ? new LaunchOrder(graph, context).joined(Launch.AFTER) : graph;
    }
}
