package io.graphkernel.processor.pass.fusion;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.Names;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.OpLists;
import io.graphkernel.processor.pass.PassContext;
import java.util.Map;

/** Makes each op a kernel of its own: what runs at {@code --opt_level=0}, and where fusion starts. */
public final class KernelForming implements GraphPass {

    @Override
    public String name() {
        return "kernel_forming";
    }

    @Override
    public int level() {
        return 0;
    }

    @Override
    public Map<Flag, Names> names() {
        return OpLists.clusterNames();
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        return graph.withGroups(new FusionPartition(graph, context).groups());
    }
}
