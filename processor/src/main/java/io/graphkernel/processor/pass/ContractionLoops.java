package io.graphkernel.processor.pass;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;

/**
 * Rewrites matmuls of computed matrices or few rows as reductions, which fuse with the ops that compute their operands,
 * such as a dequantization, and with the ops that read their results. {@link ContractionStrategy} decides.
 */
public final class ContractionLoops implements GraphPass {

    @Override
    public String name() {
        return "contraction_loops";
    }

    @Override
    public int level() {
        return 1;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        OpLists lists = new OpLists(context.flags());
        return GraphRewriter.rewrite(graph, (node, builder) -> {
            if (!ContractionStrategy.isContraction(node)
                    || node.attributes().has(Attributes.EPILOGUE)
                    || !lists.mayFuseInto(OpTable.get().row(node))) {
                return node;
            }
            ContractionStrategy strategy = ContractionStrategy.of(node, context);
            context.decisions().note(place(node) + " is " + strategy);
            return strategy.isLoop() ? new ContractionLowering(node, builder).lower(strategy.kind()) : node;
        });
    }

    private static String place(Node node) {
        return node.origin().line() == 0 ? node.op() : node.op() + " of " + node.origin();
    }
}
