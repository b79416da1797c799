package io.graphkernel.processor.gradient;

import io.graphkernel.processor.graph.DimCondition;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.ValueType;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A part of a graph as a graph of its own, of new nodes. */
final class GraphCopy {

    private final List<Graph.Output> outputs;
    private final List<Node> wanted;
    private final List<Graph.Parameter> parameters = new ArrayList<>();
    private final Map<Node, Node> copies = new IdentityHashMap<>();

    /**
     * A copy without parameters so far.
     *
     * @param whole the graph
     * @param outputs the results of the part
     * @param given values of the graph that are parameters of the part
     */
    GraphCopy(Graph whole, List<Graph.Output> outputs, Set<Node> given) {
        this.outputs = outputs;
        Set<Node> needed =
                NodeSets.leadingTo(outputs.stream().map(Graph.Output::node).toList(), given);
        this.wanted = whole.nodes().stream()
                .filter(node -> needed.contains(node) && !given.contains(node))
                .toList();
    }

    /** Whether the part reads numbers that a call passes. */
    boolean hasScalars() {
        return wanted.stream().anyMatch(node -> node.kind() == Node.Kind.SCALAR);
    }

    /** Adds a parameter of the graph. */
    void parameter(Graph.Parameter parameter) {
        if (parameter.isTensor()) {
            tensor(parameter.name(), parameter.node());
        } else {
            parameters.add(parameter);
        }
    }

    /** Adds a value of the graph as a parameter. */
    void tensor(String name, Node value) {
        Node node = Node.parameter(name, new ValueType(value.dtype(), value.shape()));
        parameters.add(new Graph.Parameter(name, "Tensor", node));
        copies.put(value, node);
    }

    /** The part, whose parameters have all been added. */
    Graph build(String name, List<DimCondition> conditions) {
        List<Node> nodes = new ArrayList<>();
        for (Node node : wanted) {
            Node copy =
                    node.withOperands(node.operands().stream().map(copies::get).toList());
            copies.put(node, copy);
            nodes.add(copy);
        }
        List<Graph.Output> results = outputs.stream()
                .map(output -> new Graph.Output(output.name(), copies.get(output.node())))
                .toList();
        return new Graph(name, parameters, nodes, results, List.of(), conditions);
    }
}
