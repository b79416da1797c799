package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives each result that no op computes (a parameter or a number returned as it is) an op that copies it, so that every
 * result is stored by a kernel. Runs last before kernels are formed: an earlier pass may make such results.
 */
public final class OutputIdentity implements GraphPass {

    @Override
    public String name() {
        return "output_identity";
    }

    @Override
    public int level() {
        return 0;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        if (graph.outputs().stream().allMatch(output -> isStored(output.node()))) {
            return graph;
        }
        GraphBuilder builder = new GraphBuilder(OpTable.get());
        builder.parametersOf(graph.parameters());
        builder.require(graph.conditions());
        graph.nodes().forEach(builder::add);
        List<Graph.Output> outputs = new ArrayList<>();
        for (Graph.Output output : graph.outputs()) {
            Node node = isStored(output.node()) ? output.node() : copy(builder, output);
            outputs.add(new Graph.Output(output.name(), node));
        }
        return builder.build(graph.name(), outputs);
    }

    private static boolean isStored(Node node) {
        return node.isOperation() && !node.isAssign();
    }

    private static Node copy(GraphBuilder builder, Graph.Output output) {
        Node source = output.node().isAssign() ? output.node().operands().get(1) : output.node();
        return Copies.of(builder, source, output.name());
    }
}
