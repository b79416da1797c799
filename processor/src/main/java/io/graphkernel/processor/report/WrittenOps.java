package io.graphkernel.processor.report;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.loop.Movements;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * What a method would cost if each op that the user wrote ran by itself: every operand is read whole, a gathered one as
 * far as it is picked, and the result is stored. Views move nothing.
 */
final class WrittenOps {

    private final Movements<Dim> sizes;
    private final List<Node> ops;

    /**
     * The ops of a method.
     *
     * @param graph as the front end read it
     */
    WrittenOps(Graph graph) {
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
