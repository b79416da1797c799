package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.BasicOps;
import java.util.List;

/** Makes ops that copy. */
final class Copies {

    private Copies() {}

    /**
     * Adds an op that gives a value as it is, so that it has memory of its own.
     *
     * @param builder the graph
     * @param value what is copied
     * @param label the copy's name, or empty
     * @return the copy
     */
    static Node of(GraphBuilder builder, Node value, String label) {
        try {
            Origin origin = value.origin();
            return builder.operation(BasicOps.COPY, List.of(value), Attributes.NONE, label, origin);
        } catch (TypeException e) {
            throw new IllegalStateException("copying " + value + ": " + e.getMessage(), e);
        }
    }

    /** An op that copies a value in a kernel of its own. */
    static Node inScope(Node value, String scope) {
        Attributes attributes = Attributes.NONE.with(Attributes.SCOPE, scope);
        return Node.operation(BasicOps.COPY, List.of(value), attributes, value.type(), value.label(), value.origin());
    }
}
