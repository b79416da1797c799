package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.Node;

/** An op for which no template exists. */
public final class SchedulingException extends Exception {

    /**
     * Makes the exception.
     *
     * @param node the op
     */
    public SchedulingException(Node node) {
        super(node.op() + " over axes " + node.attributes().axes() + " of shape "
                + node.operands().get(0).shape());
    }
}
