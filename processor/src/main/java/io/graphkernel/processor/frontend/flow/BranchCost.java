package io.graphkernel.processor.frontend.flow;

import io.graphkernel.common.target.ReferenceModel;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.GraphExpansion;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.processor.frontend.value.BodyGraph;
import java.util.List;
import java.util.Set;

/** Cost of evaluating a branch regardless of its condition: the number of basic ops, if each may be evaluated. */
public final class BranchCost {

    private static final int MAX_OPS = ReferenceModel.DEFAULT.loops().maxSelectedOps();

    /** Kinds of ops without effects, whose results exist for all operands. */
    private static final Set<OpKind> SAFE =
            Set.of(OpKind.ELEMENTWISE, OpKind.REDUCTION, OpKind.VIEW, OpKind.INDEX, OpKind.CONCAT, OpKind.SCAN);

    private int ops;
    private boolean isSafe = true;

    private BranchCost() {}

    /** Returns true if a branch has few ops and no effects, so that its results may be selected. */
    public static boolean isInexpensive(BodyGraph branch) {
        BranchCost cost = new BranchCost();
        cost.add(branch.builder().nodes());
        return cost.isSafe && cost.ops <= MAX_OPS;
    }

    private void add(List<Node> nodes) {
        for (Node node : nodes) {
            if (!isSafe || ops > MAX_OPS) {
                return;
            }
            if (node.isOperation()) {
                add(node);
            }
        }
    }

    private void add(Node node) {
        OpRow row = OpTable.get().row(node);
        if (row.kind() != OpKind.COMPOSITE) {
            ops++;
            isSafe &= SAFE.contains(row.kind()) && !node.attributes().has(Attributes.GROUP);
            return;
        }
        GraphBuilder expansion = new GraphBuilder(OpTable.get());
        try {
            GraphExpansion.expand(row, expansion, node.operands(), node.attributes(), Origin.NONE);
            add(expansion.nodes());
        } catch (TypeException e) {
            isSafe = false;
        }
    }
}
