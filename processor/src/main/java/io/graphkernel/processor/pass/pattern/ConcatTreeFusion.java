package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.GraphRewriter;
import io.graphkernel.processor.pass.PassContext;
import io.graphkernel.processor.pass.PassDocument;
import java.util.ArrayList;
import java.util.List;

/**
 * A concatenation of too many operands becomes a tree of concatenations. Nothing is copied for it: the memory of an inner
 * one is a region of that of the outer one. As in CANN it can't be turned off.
 */
public final class ConcatTreeFusion implements GraphPass {

    /** CANN's limit for known shapes. */
    private static final int MOST_OPERANDS = 63;

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
        return "as in CANN, which has no switch for it";
    }

    @Override
    public PassDocument document() {
        return new PassDocument(
                "A concatenation becomes a tree of concatenations, each of at most " + MOST_OPERANDS
                        + " operands, which lie in its memory.",
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
        while (operands.size() > MOST_OPERANDS) {
            List<Node> parts = new ArrayList<>();
            for (int first = 0; first < operands.size(); first += MOST_OPERANDS) {
                List<Node> part = operands.subList(first, Math.min(first + MOST_OPERANDS, operands.size()));
                parts.add(
                        part.size() == 1
                                ? part.get(0)
                                : builder.operation(concat.op(), part, concat.attributes(), "", concat.origin()));
            }
            operands = parts;
        }
        return operands == concat.operands() ? concat : concat.withOperands(operands);
    }
}
