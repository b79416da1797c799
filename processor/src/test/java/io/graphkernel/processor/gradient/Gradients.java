package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.OpTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gradient graphs of graphs. */
public final class Gradients {

    private Gradients() {}

    private static Node sum(GraphBuilder builder, Node x, Node y) {
        try {
            return builder.operation("Add", List.of(x, y), Attributes.NONE, "", Origin.NONE);
        } catch (TypeException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Returns the graph that computes adjoints from parameters and the cotangents of results.
     *
     * @param graph the graph to differentiate
     * @param wanted names of the tensor parameters whose adjoints are results; one that affects no result is omitted
     * @return a graph with one more parameter per result, named {@code d} and the name of the result
     */
    public static Graph of(Graph graph, List<String> wanted) throws NonDifferentiableException {
        return of(graph, wanted, GradientSources.RULES);
    }

    /** Returns the gradient with custom gradient sources. */
    static Graph of(Graph graph, List<String> wanted, GradientSources sources) throws NonDifferentiableException {
        GraphBuilder builder = new GraphBuilder(OpTable.get());
        builder.parametersOf(graph.parameters());
        graph.nodes().forEach(builder::add);
        Map<Node, Node> cotangents = new LinkedHashMap<>();
        for (Graph.Output output : graph.outputs()) {
            if (output.node().dtype().isFloating()) {
                Node cotangent = builder.tensorParameter(
                        "d" + output.name(), output.node().type());
                Node other = cotangents.get(output.node());
                cotangents.put(output.node(), other == null ? cotangent : sum(builder, other, cotangent));
            }
        }
        List<Node> nodes = graph.tensorParameters().stream()
                .filter(node -> wanted.contains(node.label()))
                .toList();
        List<Graph.Output> outputs = new ArrayList<>();
        Differentiator.adjoints(builder, cotangents, nodes, sources)
                .forEach((node, adjoint) -> outputs.add(new Graph.Output(node.label(), adjoint)));
        return builder.build(graph.name() + "Gradient", outputs);
    }
}
