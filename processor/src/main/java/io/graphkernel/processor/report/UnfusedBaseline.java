package io.graphkernel.processor.report;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.processor.loop.DataMovement;
import io.graphkernel.processor.loop.Views;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Cost of the method without fusion: each op of the user has its own kernel, which reads every operand completely, of a
 * gathered one the selected slices, and stores its result. Views move nothing.
 */
final class UnfusedBaseline {

    private final DataMovement<Dim> sizes;
    private final List<Node> ops;

    /**
     * The ops of a method.
     *
     * @param graph as the front end read it
     */
    UnfusedBaseline(Graph graph) {
        sizes = BytesMoved.movements(graph);
        ops = graph.operations().stream().filter(node -> !Views.isView(node)).toList();
    }

    long launches() {
        return ops.size();
    }

    Dim bytes() {
        return BytesMoved.sum(ops.stream().map(this::moved).toList());
    }

    private Dim moved(Node op) {
        Set<Node> read = Collections.newSetFromMap(new IdentityHashMap<>());
        Dim bytes = sizes.bytes(op);
        boolean assign = OpTable.get().is(op, OpKind.ASSIGN);
        boolean gather = OpTable.get().is(op, OpKind.GATHER);
        for (int i = assign ? 1 : 0; i < op.operands().size(); i++) {
            Node operand = op.operands().get(i);
            Node base = Views.base(operand);
            if (!base.isNumber() && read.add(base)) {
                Dim whole = sizes.bytes(operand).min(sizes.bytes(base));
                bytes = bytes.plus(gather && i == 0 ? whole.min(sizes.bytes(op)) : whole);
            }
        }
        return bytes;
    }
}
