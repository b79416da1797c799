package io.graphkernel.processor.schedule;

import io.graphkernel.graph.Node;
import java.util.stream.Collectors;

/** Thrown if no loop template exists for an op. */
public final class SchedulingException extends Exception {

    /**
     * Creates an exception.
     *
     * @param node the op
     */
    public SchedulingException(Node node) {
        super(node.op()
                + (node.attributes().axes().isEmpty()
                        ? ""
                        : " over axes " + node.attributes().axes())
                + node.operands().stream()
                        .map(operand -> " of shape " + operand.shape())
                        .collect(Collectors.joining()));
    }
}
