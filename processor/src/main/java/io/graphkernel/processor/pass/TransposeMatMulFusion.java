package io.graphkernel.processor.pass;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.OpTable;
import io.graphkernel.processor.loop.Views;
import java.util.ArrayList;
import java.util.List;

/**
 * Fuses a transpose of the last two axes into the matmul's attributes, so that no transposed copy is stored. A
 * transposed value with other users is read as it is.
 */
public final class TransposeMatMulFusion implements GraphPass {

    private static final List<String> FLAGS = List.of(Attributes.TRANSPOSE_A, Attributes.TRANSPOSE_B);

    @Override
    public String name() {
        return "transpose_matmul_fusion";
    }

    @Override
    public int level() {
        return 2;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        UseLists readers = new UseLists(graph);
        return GraphRewriter.rewriteWithOriginal(graph, (original, node, builder) -> {
            if (!isMatMul(node)) {
                return node;
            }
            List<Node> operands = new ArrayList<>(node.operands());
            Attributes attributes = node.attributes();
            for (int i = 0; i < FLAGS.size(); i++) {
                Node written = original.operands().get(i);
                while (Views.swapsLastAxes(written) && isFree(written, readers)) {
                    attributes = attributes.with(FLAGS.get(i), !attributes.flag(FLAGS.get(i)));
                    operands.set(i, operands.get(i).operands().get(0));
                    written = written.operands().get(0);
                }
            }
            return operands.equals(node.operands()) ? node : matMul(node, operands, attributes, builder);
        });
    }

    private static boolean isMatMul(Node node) {
        return node.isOperation() && OpTable.get().row(node).takesTransposed();
    }

    private static Node matMul(Node node, List<Node> operands, Attributes attributes, GraphBuilder builder)
            throws TypeException {
        return builder.operation(node.op(), operands, attributes, node.label(), node.origin());
    }

    /** Returns true if the transpose's operand is in memory anyway, or all its users are matmuls. */
    private static boolean isFree(Node transpose, UseLists readers) {
        boolean onlyMatMuls = readers.of(transpose).stream().allMatch(TransposeMatMulFusion::isMatMul);
        return transpose.operands().get(0).isInputTensor() || onlyMatMuls && !readers.isResult(transpose);
    }
}
