package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpTable;

/** Evaluates ops on numbers of the source at compile time, rounding to {@code f32} as the op itself would. */
public final class ConstantFolding implements GraphPass {

    @Override
    public String name() {
        return "constant_folding";
    }

    @Override
    public int level() {
        return 1;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        return GraphRewriter.rewrite(graph, ConstantFolding::fold);
    }

    private static Node fold(Node node, GraphBuilder builder) {
        boolean constant = node.isOperation()
                && node.dtype() == DType.F32
                && !node.operands().isEmpty()
                && node.operands().stream().allMatch(operand -> operand.kind() == Node.Kind.CONSTANT);
        if (!constant) {
            return node;
        }
        double[] values = node.operands().stream()
                .mapToDouble(operand -> operand.attributes().value())
                .toArray();
        return OpTable.get()
                .row(node)
                .fold()
                .map(function -> builder.constant(function.applyAsDouble(values)))
                .orElse(node);
    }
}
