package io.graphkernel.processor.pass.fusion;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.op.ViewKind;

/**
 * What an op does to the elements of its operands, in the order of strength of MindSpore's split model: the pattern of an
 * area is that of its strongest member.
 */
enum NodePattern {
    /** Gives what it reads, in another shape or from another place. */
    RESHAPE,
    /** One element from the elements at the same place; numbers may join in. */
    ELEMWISE,
    /** Reads an operand that has fewer elements than the result. */
    BROADCAST,
    /** Combines the elements along axes. */
    REDUCE,
    /** Reads elements in an order of its own: a gather, a scan, a concatenation, a library call. */
    OPAQUE;

    /** The pattern of one op. */
    static NodePattern of(Node node) {
        return switch (OpTable.get().row(node).kind()) {
            case VIEW, INDEX -> RESHAPE;
            case ELEMENTWISE, ASSIGN -> broadcasts(node) ? BROADCAST : ELEMWISE;
            case REDUCTION -> REDUCE;
            case CONCAT, GATHER, SCAN, LIBRARY, COMPOSITE -> OPAQUE;
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
