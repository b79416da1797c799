package io.graphkernel.processor.report;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.loop.Movements;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import java.util.Collection;

/**
 * Operations on numbers, as formulas over the symbols of the signature: two for each multiplication of a product, one for
 * each element that an elementwise op gives, a reduction reads or a scan passes. Exponentials count as sums do.
 */
final class FlopCount {

    private final Movements<Dim> sizes;

    FlopCount(Movements<Dim> sizes) {
        this.sizes = sizes;
    }

    /** Of the ops of a kernel or of a library call; what a library applies to its own result is left out. */
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
