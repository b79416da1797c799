package io.graphkernel.processor.pass;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.op.ConstantFolder;

/** Folding of ops on constants, in every dtype, with the rounding of the op. */
public final class ConstantFolding implements GraphPass {

    @Override
    public String name() {
        return "constant_folding";
    }

    @Override
    public int level() {
        return 2;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        return GraphRewriter.rewrite(graph, ConstantFolding::fold);
    }

    private static Node fold(Node node, GraphBuilder builder) {
        return ConstantFolder.fold(node).map(builder::add).orElse(node);
    }
}
