package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.BasicOps;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Joint forward and backward graph: the method's ops, followed by the adjoints. The cotangents are parameters.
 *
 * @param forward the method's graph
 * @param graph the joint graph; its parameters are the method's and then the cotangents, its results the gradients in
 *     the order of the request
 * @param cotangents cotangents passed by the caller, in the order of the results
 */
record JointGraph(Graph forward, Graph graph, List<Cotangent> cotangents) {

    /**
     * The derivative of a loss by a result.
     *
     * @param result index of the result in the method
     * @param node the parameter
     */
    record Cotangent(int result, Node node) {}

    /**
     * Differentiates a method.
     *
     * @param forward the method's graph, whose only in-place updates are of statistics
     * @param wanted tensor parameters to differentiate by
     * @param results the names of the results that have cotangents
     * @param sources sources of gradients besides the rules of ops
     * @param zeros true if a parameter that no result depends on has zeros as gradient
     * @throws GradientException if a parameter has no gradient
     */
    static JointGraph of(
            Graph forward, Collection<Node> wanted, Set<String> results, GradientSources sources, boolean zeros)
            throws NonDifferentiableException {
        GraphBuilder builder = new GraphBuilder(OpTable.get());
        builder.parametersOf(forward.parameters());
        builder.require(forward.conditions());
        forward.nodes().forEach(builder::add);
        Set<String> usedNames = names(forward.parameters());
        List<Cotangent> cotangents = new ArrayList<>();
        Map<Node, Node> ofResults = new LinkedHashMap<>();
        for (int i = 0; i < forward.outputs().size(); i++) {
            Graph.Output output = forward.outputs().get(i);
            if (results.contains(output.name())) {
                String preferredName = forward.outputs().size() == 1 ? "cotangent" : output.name() + "Cotangent";
                Node cotangent = builder.tensorParameter(
                        uniqueName(preferredName, usedNames), output.node().type());
                cotangents.add(new Cotangent(i, cotangent));
                ofResults.put(uniqueResult(output.node(), ofResults, builder), cotangent);
            }
        }
        Map<Node, Node> gradients =
                Differentiator.adjoints(builder, ofResults, wanted, StatisticsUpdates.values(forward.nodes()), sources);
        List<Graph.Output> outputs = new ArrayList<>();
        for (Node parameter : wanted) {
            Node gradient = gradients.get(parameter);
            if (gradient == null && zeros) {
                gradient = zeros(parameter, builder);
            }
            if (gradient == null) {
                throw new NonDifferentiableException(
                        NonDifferentiableException.Problem.INDEPENDENT,
                        parameter,
                        lastOfGradient(parameter, ofResults.keySet()));
            }
            outputs.add(new Graph.Output(parameter.label() + "Gradient", gradient));
        }
        return new JointGraph(forward, builder.build(forward.name(), outputs), cotangents);
    }

    /** Returns the first op on the way to a result that has no gradient, as text; empty if none leads to a result. */
    private static String lastOfGradient(Node parameter, Set<Node> results) {
        ActiveNodes active = new ActiveNodes();
        active.addAll(List.of(parameter));
        for (OpResults op : OpResults.transitiveOps(results, Set.of())) {
            active.activate(op);
            Node node = op.first();
            if (node.isOperation()
                    && node.operands().stream().anyMatch(active::contains)
                    && op.results().stream().noneMatch(active::contains)) {
                return "its gradient ends at " + OpTable.get().row(node).javaName() + " at " + node.origin()
                        + ": integers, comparisons, rounding and stopGradient have no gradient";
            }
        }
        return "";
    }

    private static Node zeros(Node parameter, GraphBuilder builder) {
        try {
            return builder.operation(BasicOps.ZEROS_LIKE, List.of(parameter), Attributes.NONE, "", Origin.NONE);
        } catch (TypeException e) {
            throw new IllegalStateException("no zeros of the shape of " + parameter, e);
        }
    }

    /**
     * Returns the names that are not available for cotangents: parameters, records of parameters, and components as one
     * word.
     */
    private static Set<String> names(List<Graph.Parameter> parameters) {
        Set<String> names = new HashSet<>();
        for (Graph.Parameter parameter : parameters) {
            names.add(identifier(parameter.name()));
            for (int dot = parameter.name().length();
                    dot > 0;
                    dot = parameter.name().lastIndexOf('.', dot - 1)) {
                names.add(parameter.name().substring(0, dot));
            }
        }
        return names;
    }

    /** Returns {@code wNormGamma} for the component {@code w.norm.gamma}. */
    static String identifier(String path) {
        StringBuilder name = new StringBuilder();
        for (String word : path.split("\\.")) {
            name.append(name.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
        }
        return name.toString();
    }

    /** Returns an unused name, and reserves it. */
    static String uniqueName(String preferredName, Set<String> usedNames) {
        String name = preferredName;
        for (int number = 2; !usedNames.add(name); number++) {
            name = preferredName + number;
        }
        return name;
    }

    /**
     * Returns the value of a result, copied if it is another result as well, because each result has its own cotangent.
     */
    private static Node uniqueResult(Node value, Map<Node, Node> ofResults, GraphBuilder builder) {
        if (!ofResults.containsKey(value)) {
            return value;
        }
        try {
            return builder.operation(BasicOps.COPY, List.of(value), Attributes.NONE, "", Origin.NONE);
        } catch (TypeException e) {
            throw new IllegalStateException("no copy of " + value, e);
        }
    }

    boolean isCotangent(Node node) {
        return cotangents.stream().anyMatch(cotangent -> cotangent.node() == node);
    }

    /** Returns the nodes that depend on a cotangent, which the forward call cannot compute. */
    Set<Node> backward() {
        Set<Node> backward = Collections.newSetFromMap(new IdentityHashMap<>());
        cotangents.forEach(cotangent -> backward.add(cotangent.node()));
        for (Node node : graph.nodes()) {
            if (node.operands().stream().anyMatch(backward::contains)) {
                backward.add(node);
            }
        }
        return backward;
    }
}
