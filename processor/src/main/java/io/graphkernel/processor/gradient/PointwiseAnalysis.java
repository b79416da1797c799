package io.graphkernel.processor.gradient;

import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.GraphExpansion;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpRow;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/** Analysis of whether each element of an adjoint depends only on the cotangent's element at the same index. */
final class PointwiseAnalysis {

    private enum Use {
        NONE,
        POINTWISE,
        OTHER
    }

    private final Node cotangent;
    private final Set<Node> before = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<Node, Use> uses = new IdentityHashMap<>();

    /** Creates the analysis of a rule's result for an op and its cotangent. */
    PointwiseAnalysis(Node op, Node cotangent) {
        this.cotangent = cotangent;
        before.addAll(op.operands());
        before.add(op);
    }

    boolean is(Node adjoint) throws TypeException {
        return use(adjoint) == Use.POINTWISE;
    }

    private Use use(Node node) throws TypeException {
        if (node == cotangent) {
            return Use.POINTWISE;
        }
        if (before.contains(node) || !node.isOperation()) {
            return Use.NONE;
        }
        Use known = uses.get(node);
        if (known == null) {
            known = useOfOperands(node);
            uses.put(node, known);
        }
        return known;
    }

    private Use useOfOperands(Node node) throws TypeException {
        Use strongest = Use.NONE;
        for (Node operand : node.operands()) {
            Use use = use(operand);
            strongest = use.compareTo(strongest) > 0 ? use : strongest;
        }
        if (strongest != Use.POINTWISE) {
            return strongest;
        }
        OpRow row = OpTable.get().row(node);
        if (row.kind() == OpKind.COMPOSITE) {
            return useOfExpansion(row, node);
        }
        return row.kind() == OpKind.ELEMENTWISE && node.shape().equals(cotangent.shape()) ? strongest : Use.OTHER;
    }

    private Use useOfExpansion(OpRow row, Node node) throws TypeException {
        GraphBuilder discarded = new GraphBuilder(OpTable.get());
        Use strongest = Use.NONE;
        for (Node result : GraphExpansion.expand(row, discarded, node.operands(), node.attributes(), node.origin())) {
            Use use = use(result);
            strongest = use.compareTo(strongest) > 0 ? use : strongest;
        }
        return strongest;
    }
}
