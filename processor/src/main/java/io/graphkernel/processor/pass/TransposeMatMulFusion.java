package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets the library transpose the matrices of a product: a transpose of the last two axes becomes the product's own
 * attribute, so that no transposed copy is written. A transposed value that is needed elsewhere is read as it is.
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
        Readers readers = new Readers(graph);
        return GraphRewriter.rewriteKnowing(graph, (original, node, builder) -> {
            if (!isProduct(node)) {
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
            return operands.equals(node.operands()) ? node : product(node, operands, attributes, builder);
        });
    }

    private static boolean isProduct(Node node) {
        return node.isOperation() && OpTable.get().row(node).takesTransposed();
    }

    private static Node product(Node node, List<Node> operands, Attributes attributes, GraphBuilder builder)
            throws TypeException {
        return builder.operation(node.op(), operands, attributes, node.label(), node.origin());
    }

    /** Whether its operand is in memory anyway, or it is needed for products alone. */
    private static boolean isFree(Node transpose, Readers readers) {
        boolean products = readers.of(transpose).stream().allMatch(TransposeMatMulFusion::isProduct);
        return transpose.operands().get(0).isGiven() || products && !readers.isResult(transpose);
    }
}
