package io.graphkernel.processor.pass;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.row.BasicOps;
import java.util.List;

/** Factory of copy ops. */
final class CopyOps {

    private CopyOps() {}

    /**
     * Adds a copy of a value, with memory of its own.
     *
     * @param builder the graph
     * @param value copied value
     * @param label name of the copy, or empty
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

    /** Returns a copy of a value in a separate kernel. */
    static Node inScope(Node value, String scope) {
        Attributes attributes = Attributes.NONE.with(Attributes.SCOPE, scope);
        return Node.operation(BasicOps.COPY, List.of(value), attributes, value.type(), value.label(), value.origin());
    }
}
