package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.TypeException;
import java.util.List;

/** Expands into a graph. All ops made carry the Java line of the composite op. */
public final class GraphExpansion implements ExpansionBuilder {

    private final GraphBuilder graph;
    private final Origin origin;

    /**
     * Expands into a graph.
     *
     * @param graph receives the ops
     * @param origin the Java line of the composite op
     */
    public GraphExpansion(GraphBuilder graph, Origin origin) {
        this.graph = graph;
        this.origin = origin;
    }

    @Override
    public Node constant(double value) {
        return graph.constant(value);
    }

    @Override
    public Node op(String name, Node... operands) throws TypeException {
        return graph.operation(name, List.of(operands), Attributes.NONE, "", origin);
    }

    @Override
    public Node reduce(String name, Node x, List<Long> axes, boolean keepDims) throws TypeException {
        Attributes attributes = Attributes.NONE.with(Attributes.AXES, axes).with(Attributes.KEEP_DIMS, keepDims);
        return graph.operation(name, List.of(x), attributes, "", origin);
    }

    @Override
    public Node elementCount(Node x, List<Long> axes) throws TypeException {
        List<Dim> dims = x.shape().dims();
        List<Dim> counted =
                TypeInference.normalizedAxes(x, axes).stream().map(dims::get).toList();
        return graph.add(Node.dimension(counted));
    }
}
