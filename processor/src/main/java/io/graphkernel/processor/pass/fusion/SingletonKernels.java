package io.graphkernel.processor.pass.fusion;

import io.graphkernel.graph.Graph;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.KnownNames;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.OpLists;
import io.graphkernel.processor.pass.PassContext;
import java.util.Map;

/** Forms one kernel per op: the plan of {@code --opt_level=0}, and the initial partition of fusion. */
public final class SingletonKernels implements GraphPass {

    @Override
    public String name() {
        return "singleton_kernels";
    }

    @Override
    public int level() {
        return 0;
    }

    @Override
    public Map<Flag, KnownNames> names() {
        return OpLists.clusterNames();
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        return graph.withGroups(new FusionPartition(graph, context).groups());
    }
}
