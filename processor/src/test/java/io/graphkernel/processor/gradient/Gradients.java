package io.graphkernel.processor.gradient;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.OpTable;
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
     * The graph that gives the adjoints of some parameters, from the parameters and the cotangents of the results.
     *
     * @param graph the graph to differentiate
     * @param wanted the tensor parameters whose adjoints are results, by name; one that no result depends on is left out
     * @return a graph with one more parameter for each result, named {@code d} and the name of the result
     */
    public static Graph of(Graph graph, List<String> wanted) throws GradientException {
        return of(graph, wanted, GradientSources.RULES);
    }

    /** The same with other sources of gradients. */
    static Graph of(Graph graph, List<String> wanted, GradientSources sources) throws GradientException {
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
