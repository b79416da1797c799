package io.graphkernel.processor.pass;

import io.graphkernel.common.target.TrafficCostModel;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.processor.loop.Views;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
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
        Dim elements = Dim.product(operand.shape().dims());
        Set<Node> visited = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Node> pending = new ArrayDeque<>(List.of(operand));
        double bytes = 0;
        boolean isCheap = true;
        // An operand without savings is not searched to the end.
        while (!pending.isEmpty() && isCheap && saves(operand, bytes)) {
            Node node = pending.pop();
            if (!visited.add(node)) {
                continue;
            }
            boolean isView = Views.isView(node);
            if (isView || node.isOperation() && OpTable.get().is(node, OpKind.ELEMENTWISE)) {
                isCheap = isView
                        || OpTable.get().row(node).cost(node.operands()) < TrafficCostModel.DEFAULT.minExpensiveCost();
                node.operands().forEach(pending::push);
            } else {
                bytes += bytesPerElement(node, elements);
            }
        }
        return new OperandCost(operand, bytes, isCheap);
    }

    /**
     * Returns the bytes of a stored value per element of the operand.
     *
     * @return 0 for a value that many elements share, such as a scale; a byte has at most eight elements
     */
    private static double bytesPerElement(Node node, Dim elements) {
        return elements.exactQuotient(Dim.product(node.shape().dims()))
                .filter(shared -> shared instanceof Dim.Constant count && count.size() <= Byte.SIZE)
                .map(shared -> (double) node.dtype().byteSize() / ((Dim.Constant) shared).size())
                .orElse(0.0);
    }

    /**
     * Returns the reason why a kernel that computes the operand is faster than reading its stored elements.
     *
     * @return empty if it reads more than half of their bytes, or an op is expensive
     */
    Optional<String> savings() {
        return isCheap && bytes > 0 && saves(operand, bytes)
                ? Optional.of("its kernel reads " + text(bytes) + " per element of the matrix, not "
                        + operand.dtype().byteSize())
                : Optional.empty();
    }

    private static boolean saves(Node operand, double bytes) {
        return bytes + bytes <= operand.dtype().byteSize();
    }

    private static String text(double bytes) {
        long whole = Math.round(bytes);
        String number = whole == bytes ? String.valueOf(whole) : String.valueOf(bytes);
        return number + (whole == 1 && bytes == 1 ? " byte" : " bytes");
    }
}
