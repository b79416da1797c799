package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.Node;
import java.util.stream.Collectors;

/** An op for which no template exists. */
public final class SchedulingException extends Exception {

    /**
     * Makes the exception.
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
