package io.graphkernel.processor.pass.fusion;

import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.ViewKind;
import io.graphkernel.processor.loop.Views;

/**
 * Element access pattern of an op, in the order of strength of MindSpore's split model; the pattern of a cluster is
 * that of its strongest member.
 */
enum NodePattern {
    /** Copies its operand in another shape or from another position. */
    RESHAPE,
    /** Computes each element from the elements at the same index, and numbers. */
    ELEMWISE,
    /** Reads an operand with fewer elements than the result. */
    BROADCAST,
    /** Combines the elements along axes. */
    REDUCE,
    /** Reads elements in a specific order: a gather, a scan, a concatenation, a library call. */
    OPAQUE;

    /** Returns the pattern of one op. */
    static NodePattern of(Node node) {
        return switch (OpTable.get().row(node).kind()) {
            case VIEW, INDEX -> RESHAPE;
            case ELEMENTWISE, ASSIGN -> broadcasts(node) ? BROADCAST : ELEMWISE;
            case REDUCTION -> REDUCE;
            case CONCAT, GATHER, SCAN, LIBRARY, LOOP, COMPOSITE -> OPAQUE;
        };
    }

    NodePattern or(NodePattern other) {
        return other.compareTo(this) > 0 ? other : this;
    }

    boolean isAtMost(NodePattern other) {
        return compareTo(other) <= 0;
    }

    private static boolean broadcasts(Node node) {
        return node.operands().stream()
                .anyMatch(operand -> !operand.isNumber()
                        && (!operand.shape().equals(node.shape()) || Views.is(operand, ViewKind.BROADCAST)));
    }
}
