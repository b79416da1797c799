package io.graphkernel.processor.gradient;

import io.graphkernel.graph.DimCondition;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.ValueType;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Cloner of a subgraph to a separate graph of new nodes. */
final class SubgraphCloner {

    private final List<Graph.Output> outputs;
    private final List<Node> originalNodes;
    private final List<Graph.Parameter> parameters = new ArrayList<>();
    private final Map<Node, Node> copies = new IdentityHashMap<>();

    /**
     * Creates a cloner without parameters.
     *
     * @param original the original graph
     * @param outputs the results of the subgraph
     * @param updates in-place updates that belong to the subgraph
     * @param inputs values of the original graph that are parameters of the subgraph
     */
    SubgraphCloner(Graph original, List<Graph.Output> outputs, List<Node> updates, Set<Node> inputs) {
        this.outputs = outputs;
        List<Node> ends = Stream.concat(outputs.stream().map(Graph.Output::node), updates.stream())
                .toList();
        Set<Node> needed = NodeSets.transitiveOperands(ends, inputs);
        this.originalNodes = original.nodes().stream()
                .filter(node -> needed.contains(node) && !inputs.contains(node))
                .toList();
    }

    /** Returns true if the subgraph or a loop in it reads numbers that are passed at the call. */
    boolean hasScalars() {
        return originalNodes.stream()
                .flatMap(node -> Loop.isLoop(node) ? Loop.of(node).body().allNodes().stream() : Stream.of(node))
                .anyMatch(node -> node.kind() == Node.Kind.SCALAR);
    }

    /** Adds a parameter of the original graph. */
    void parameter(Graph.Parameter parameter) {
        if (parameter.isTensor()) {
            tensor(parameter.name(), parameter.node());
        } else {
            parameters.add(parameter);
        }
    }

    /** Adds a value of the original graph as a parameter. */
    void tensor(String name, Node value) {
        Node node = Node.parameter(name, new ValueType(value.dtype(), value.shape()));
        parameters.add(new Graph.Parameter(name, "Tensor", node));
        copies.put(value, node);
    }

    /** Builds the subgraph after all its parameters were added. */
    Graph build(String name, List<DimCondition> conditions) {
        List<Node> nodes = new ArrayList<>();
        for (Node node : originalNodes) {
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
