package io.graphkernel.processor.pass.fusion;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Group.Launch;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.PassContext;

/**
 * Launches a reduction and the kernels that need its whole result together, as phases of one launch: nobody comes back
 * to the caller between the sum over all rows and the rows that are divided by it. A reduction whose consumers have loops
 * in common with it is one kernel with them long before, however long its rows are.
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
    public boolean runsBy(Flags flags) {
        return flags.isOn(Flag.ENABLE_STITCH_FUSION);
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        boolean enabled = FusionPattern.enabled(context.unheard()).contains(FusionPattern.REDUCE_STITCH);
        return enabled ? new LaunchOrder(graph, context).joined(Launch.AFTER) : graph;
    }
}
