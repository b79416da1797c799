package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.op.Expansion;
import io.graphkernel.processor.op.GraphExpansion;
import io.graphkernel.processor.op.OpTable;
import java.util.Optional;

/** Replaces each composite op by its expansion into basic ops, until none is left. */
public final class GraphKernelExpander implements GraphPass {

    @Override
    public String name() {
        return "graph_kernel_expander";
    }

    @Override
    public int level() {
        return 0;
    }

    @Override
    public Graph run(Graph graph) {
        Graph expanded = GraphRewriter.rewrite(graph, (node, builder) -> {
            Optional<Expansion> expansion =
                    node.isOperation() ? OpTable.get().row(node).expansion() : Optional.empty();
            if (expansion.isEmpty()) {
                return node;
            }
            GraphExpansion ops = new GraphExpansion(builder, node.origin());
            return expansion.get().expand(ops, node.operands(), node.attributes());
        });
        return expanded == graph ? graph : run(expanded);
    }
}
