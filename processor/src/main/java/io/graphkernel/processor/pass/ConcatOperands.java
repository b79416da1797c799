package io.graphkernel.processor.pass;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.processor.loop.StorageLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Gives each operand of a concatenation a producer that stores only into its region of the result, inserting copies
 * where there is none. The producer is a kernel, or a library call if the concatenation has the attribute {@code
 * joint}.
 */
public final class ConcatOperands implements GraphPass {

    private static final Set<OpKind> STORED_BY_KERNELS =
            Set.of(OpKind.ELEMENTWISE, OpKind.REDUCTION, OpKind.GATHER, OpKind.SCAN, OpKind.CONCAT);

    @Override
    public String name() {
        return "concat_operands";
    }

    @Override
    public int level() {
        return 0;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        Map<Node, Integer> reads = new IdentityHashMap<>();
        graph.nodes().forEach(node -> node.operands().forEach(operand -> reads.merge(operand, 1, Integer::sum)));
        Set<Node> shared = Collections.newSetFromMap(new IdentityHashMap<>());
        graph.outputs().forEach(output -> shared.add(StorageLayout.writer(output.node())));
        reads.forEach((node, count) -> {
            if (count > 1) {
                shared.add(node);
            }
        });
        Map<Node, Node> originals = new IdentityHashMap<>();
        Iterator<Node> nodes = graph.nodes().iterator();
        return GraphRewriter.rewrite(graph, (node, builder) -> {
            Node original = nodes.next();
            Node result = node;
            if (OpTable.get().is(node, OpKind.CONCAT)) {
                List<Node> operands = new ArrayList<>();
                for (Node operand : node.operands()) {
                    boolean own =
                            mayBeRegion(operand, node) && !shared.contains(originals.getOrDefault(operand, operand));
                    operands.add(own ? operand : copy(operand, builder));
                }
                result = operands.equals(node.operands()) ? node : node.withOperands(operands);
            }
            originals.put(result, original);
            return result;
        });
    }

    /** Returns a copy of an operand: a value without memory is recomputed, any other one is read. */
    private static Node copy(Node operand, GraphBuilder builder) {
        boolean free = OpTable.get().is(operand, OpKind.ELEMENTWISE)
                && operand.operands().stream().allMatch(ConcatOperands::readsNoMemory);
        return free ? builder.add(operand.withOperands(operand.operands())) : CopyOps.of(builder, operand, "");
    }

    private static boolean readsNoMemory(Node node) {
        return OpTable.get().is(node, OpKind.INDEX) || (!node.isOperation() && !node.isInputTensor());
    }

    private static boolean mayBeRegion(Node operand, Node concat) {
        if (!operand.isOperation()) {
            return false;
        }
        boolean joint = concat.attributes().has(Attributes.JOINT);
        return STORED_BY_KERNELS.contains(OpTable.get().row(operand).kind())
                || (joint && OpTable.get().is(operand, OpKind.LIBRARY) && StorageLayout.storesRegions(operand));
    }
}
