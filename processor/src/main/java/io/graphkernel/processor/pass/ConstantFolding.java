package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.ConstantFolder;

/** Evaluates ops on numbers of the source at compile time, in every dtype, rounding as the op itself would. */
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
