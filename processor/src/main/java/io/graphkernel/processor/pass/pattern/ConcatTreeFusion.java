package io.graphkernel.processor.pass.pattern;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.GraphRewriter;
import io.graphkernel.processor.pass.PassContext;
import io.graphkernel.processor.pass.PassDocument;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a concatenation of too many operands into a tree of concatenations. Nothing is copied: the result of an inner
 * one is a region of the outer one's. As in CANN, the pass is mandatory.
 */
public final class ConcatTreeFusion implements GraphPass {

    /** CANN's limit for static shapes. */
    private static final int MAX_OPERANDS = 63;

    @Override
    public String name() {
        return "ZConcatExt2FusionPass";
    }

    @Override
    public int level() {
        return 0;
    }

    @Override
    public String necessity() {
        return "CANN has no switch for it either";
    }

    @Override
    public PassDocument document() {
        return new PassDocument(
                "A concatenation becomes a tree of concatenations, each of at most " + MAX_OPERANDS
                        + " operands, which are stored in its memory.",
                "The concatenation has more operands than that.",
                "as in CANN");
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        return GraphRewriter.rewrite(
                graph, (node, builder) -> OpTable.get().is(node, OpKind.CONCAT) ? tree(node, builder) : node);
    }

    private static Node tree(Node concat, GraphBuilder builder) throws TypeException {
        List<Node> operands = concat.operands();
        while (operands.size() > MAX_OPERANDS) {
            List<Node> inputs = new ArrayList<>();
            for (int first = 0; first < operands.size(); first += MAX_OPERANDS) {
                List<Node> subtree = operands.subList(first, Math.min(first + MAX_OPERANDS, operands.size()));
                inputs.add(
                        subtree.size() == 1
                                ? subtree.get(0)
                                : builder.operation(concat.op(), subtree, concat.attributes(), "", concat.origin()));
            }
            operands = inputs;
        }
        return operands == concat.operands() ? concat : concat.withOperands(operands);
    }
}
