package io.graphkernel.processor.report;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.processor.loop.DataMovement;
import io.graphkernel.processor.loop.Views;
import java.util.Collection;

/**
 * Count of arithmetic operations, as formulas over the symbols of the signature. It counts two per multiply-add of a
 * matmul, and one per result element of an elementwise op and per input element of a reduction or scan. Exponentials
 * count as one.
 */
final class FlopCount {

    private final DataMovement<Dim> sizes;

    FlopCount(DataMovement<Dim> sizes) {
        this.sizes = sizes;
    }

    /** Returns the count for the ops of a kernel or library call, without library epilogues. */
    Dim of(Collection<Node> ops) {
        return BytesMoved.sum(ops.stream().map(this::of).toList());
    }

    private Dim of(Node node) {
        OpTable table = OpTable.get();
        if (Views.isView(node)) {
            return Dim.ZERO;
        }
        if (table.is(node, OpKind.REDUCTION)) {
            return sizes.elements(node.operands().get(0));
        }
        return table.is(node, OpKind.ELEMENTWISE) || table.is(node, OpKind.SCAN)
                ? sizes.elements(node)
                : table.row(node).multiplications(node).times(Dim.of(2));
    }
}
