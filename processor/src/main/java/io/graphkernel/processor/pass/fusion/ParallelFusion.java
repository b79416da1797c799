package io.graphkernel.processor.pass.fusion;

import io.graphkernel.graph.FusionGroup.Launch;
import io.graphkernel.graph.Graph;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.PassContext;

/** Launches independent kernels together: small ones share the threads of one parallel region. */
public final class ParallelFusion implements GraphPass {

    @Override
    public String name() {
        return "parallel_fusion";
    }

    @Override
    public int level() {
        return 3;
    }

    @Override
    public boolean isEnabledBy(FlagValues flags) {
        return flags.isOn(Flag.ENABLE_PARALLEL_FUSION);
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        return new LaunchOrder(graph, context).joined(Launch.TOGETHER);
    }
}
