package io.graphkernel.processor.pass;

import io.graphkernel.common.target.CostModel;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.processor.loop.Views;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;

/**
 * Cost of a matmul's operand that the matmul's kernel computes from values in memory, such as a dequantization.
 *
 * @param operand the operand
 * @param bytes bytes per element that the kernel reads for it
 * @param isCheap true if no op of it is expensive
 */
record OperandCost(Node operand, double bytes, boolean isCheap) {

    /** Returns the cost of an operand. */
    static OperandCost of(Node operand) {
        Search search = new Search(Dim.product(operand.shape().dims()));
        search.visit(operand);
        return new OperandCost(operand, search.bytes, search.isCheap);
    }

    /**
     * Returns the reason why a kernel that computes the operand is faster than reading its stored elements.
     *
     * @return empty if it reads more than half of their bytes, or an op is expensive
     */
    Optional<String> savings() {
        int stored = operand.dtype().byteSize();
        return isCheap && bytes > 0 && bytes + bytes <= stored
                ? Optional.of("its kernel reads " + text(bytes) + " per element of the matrix, not " + stored)
                : Optional.empty();
    }

    private static String text(double bytes) {
        long whole = Math.round(bytes);
        String number = whole == bytes ? String.valueOf(whole) : String.valueOf(bytes);
        return number + (whole == 1 && bytes == 1 ? " byte" : " bytes");
    }

    /** Search for the values in memory. */
    private static final class Search {
        private final Dim elements;
        private final Set<Node> visited = Collections.newSetFromMap(new IdentityHashMap<>());
        private double bytes;
        private boolean isCheap = true;

        Search(Dim elements) {
            this.elements = elements;
        }

        void visit(Node node) {
            if (!visited.add(node)) {
                return;
            }
            boolean isView = Views.isView(node);
            boolean isComputed = node.isOperation() && OpTable.get().is(node, OpKind.ELEMENTWISE);
            if (isView || isComputed) {
                isCheap &=
                        isView || OpTable.get().row(node).cost(node.operands()) < CostModel.DEFAULT.minExpensiveCost();
                node.operands().forEach(this::visit);
            } else if (Dim.product(node.shape().dims()).equals(elements)) {
                bytes += node.dtype().byteSize();
            }
        }
    }
}
