package io.graphkernel.processor.gradient;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.BasicOps;
import io.graphkernel.processor.op.OpTable;
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
 * A method together with its gradient: the ops of the method, and after them the adjoints. The cotangents are parameters.
 *
 * @param forward the graph of the method
 * @param graph all of it: the parameters are those of the method, then the cotangents, and the results are the gradients
 *     of the wanted parameters, in the order in which they were asked for
 * @param cotangents the derivatives of a loss by results, which the caller gives, in the order of the results
 */
record JointGraph(Graph forward, Graph graph, List<Cotangent> cotangents) {

    /**
     * The derivative of a loss by a result.
     *
     * @param result the number of the result among those of the method
     * @param node the parameter
     */
    record Cotangent(int result, Node node) {}

    /**
     * Differentiates a method.
     *
     * @param forward its graph, without updates in place
     * @param wanted tensor parameters of it
     * @param results the names of the results that have cotangents
     * @param sources where gradients come from besides the rules of ops
     * @throws GradientException if a parameter has no gradient
     */
    static JointGraph of(Graph forward, Collection<Node> wanted, Set<String> results, GradientSources sources)
            throws GradientException {
        GraphBuilder builder = new GraphBuilder(OpTable.get());
        builder.parametersOf(forward.parameters());
        builder.require(forward.conditions());
        forward.nodes().forEach(builder::add);
        Set<String> taken = names(forward.parameters());
        List<Cotangent> cotangents = new ArrayList<>();
        Map<Node, Node> ofResults = new LinkedHashMap<>();
        for (int i = 0; i < forward.outputs().size(); i++) {
            Graph.Output output = forward.outputs().get(i);
            if (results.contains(output.name())) {
                String wish = forward.outputs().size() == 1 ? "cotangent" : output.name() + "Cotangent";
                Node cotangent =
                        builder.tensorParameter(free(wish, taken), output.node().type());
                cotangents.add(new Cotangent(i, cotangent));
                ofResults.put(resultOfItsOwn(output.node(), ofResults, builder), cotangent);
            }
        }
        Map<Node, Node> gradients = Differentiator.adjoints(builder, ofResults, wanted, sources);
        List<Graph.Output> outputs = new ArrayList<>();
        for (Node parameter : wanted) {
            Node gradient = gradients.get(parameter);
            if (gradient == null) {
                throw new GradientException(GradientException.Problem.INDEPENDENT, parameter, "");
            }
            outputs.add(new Graph.Output(parameter.label() + "Gradient", gradient));
        }
        return new JointGraph(forward, builder.build(forward.name(), outputs), cotangents);
    }

    /** What a cotangent cannot be called: a parameter, a record of parameters, or a component as one word. */
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

    /** {@code wNormGamma} of the component {@code w.norm.gamma}. */
    static String identifier(String path) {
        StringBuilder name = new StringBuilder();
        for (String part : path.split("\\.")) {
            name.append(name.isEmpty() ? part : Character.toUpperCase(part.charAt(0)) + part.substring(1));
        }
        return name.toString();
    }

    /** A name that is not taken, and is then. */
    static String free(String wish, Set<String> taken) {
        String name = wish;
        for (int number = 2; !taken.add(name); number++) {
            name = wish + number;
        }
        return name;
    }

    /** The value of a result; a copy if it is another result, too, since each has a cotangent of its own. */
    private static Node resultOfItsOwn(Node value, Map<Node, Node> ofResults, GraphBuilder builder) {
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

    /** What depends on a cotangent, so that the forward call cannot compute it. */
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
