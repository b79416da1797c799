package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;

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
    public Graph run(Graph graph, PassContext context) {
        Graph expanded = GraphRewriter.rewrite(graph, (node, builder) -> {
            if (!OpTable.get().is(node, OpKind.COMPOSITE)) {
                return node;
            }
            int output = (int) node.attributes().integer(Attributes.OUTPUT);
            OpRow row = OpTable.get().row(node);
            return row.expand(builder, node.operands(), node.attributes(), node.origin())
                    .get(output);
        });
        return expanded == graph ? graph : run(expanded, context);
    }
}
