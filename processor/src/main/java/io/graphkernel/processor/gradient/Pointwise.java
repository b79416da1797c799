package io.graphkernel.processor.gradient;

import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/** Whether each element of an adjoint comes from the element of the cotangent at its place alone. */
final class Pointwise {

    private enum Use {
        NONE,
        POINTWISE,
        OTHER
    }

    private final Node cotangent;
    private final Set<Node> before = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<Node, Use> uses = new IdentityHashMap<>();

    /** Of what a rule made of an op and its cotangent. */
    Pointwise(Node op, Node cotangent) {
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
        Use all = Use.NONE;
        for (Node operand : node.operands()) {
            Use one = use(operand);
            all = one.compareTo(all) > 0 ? one : all;
        }
        if (all != Use.POINTWISE) {
            return all;
        }
        OpRow row = OpTable.get().row(node);
        if (row.kind() == OpKind.COMPOSITE) {
            return useOfExpansion(row, node);
        }
        return row.kind() == OpKind.ELEMENTWISE && node.shape().equals(cotangent.shape()) ? all : Use.OTHER;
    }

    private Use useOfExpansion(OpRow row, Node node) throws TypeException {
        GraphBuilder discarded = new GraphBuilder(OpTable.get());
        Use all = Use.NONE;
        for (Node result : row.expand(discarded, node.operands(), node.attributes(), node.origin())) {
            Use one = use(result);
            all = one.compareTo(all) > 0 ? one : all;
        }
        return all;
    }
}
