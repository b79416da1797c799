package io.graphkernel.processor.gradient;

import io.graphkernel.annotations.Saves;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.gradient.SavedValue.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A method with a gradient as two graphs. The forward graph computes the results and stores activations; the gradient
 * graph maps saved values and cotangents to gradients. Neither shares nodes with the method's graph.
 *
 * @param forward graph with the method's parameters; its results are the method's, then the stored values
 * @param gradient graph whose parameters are the saved values, the method's numbers and the cotangents, and whose
 *     results are the gradients
 * @param addition graph that adds gradients to tensors in place
 * @param saved saved values in the order of the parameters of {@code gradient}
 * @param cotangents results of the method that have cotangents, by index, in the order of the parameters
 * @param wanted names of the differentiated parameters, in the order of the results
 * @param choices save or recompute decision of each value that the gradient needs
 */
public record GradientPair(
        Graph forward,
        Graph gradient,
        Graph addition,
        List<SavedValue> saved,
        List<Integer> cotangents,
        List<String> wanted,
        List<ActivationDecision> choices) {

    /**
     * Differentiates a method and partitions the joint graph.
     *
     * @param method the method's graph, whose only in-place updates are of statistics
     * @param wanted tensor parameters to differentiate by, at least one
     * @param results the names of the results that have cotangents, at least one
     * @param saves policy for saved values
     * @param sources sources of gradients besides the rules of ops
     * @return the pair, named after the method
     * @throws GradientException if a parameter has no gradient
     */
    public static GradientPair of(
            Graph method, Collection<Node> wanted, Set<String> results, Saves saves, GradientSources sources)
            throws NonDifferentiableException {
        return of(saves, JointGraph.of(method, wanted, results, sources.with(saves), false), wanted);
    }

    /**
     * Differentiates a variant of a method. A parameter that its results do not depend on has zeros as gradient, since
     * those of another variant may depend on it.
     *
     * @param method the variant's graph, whose only in-place updates are of statistics
     * @param wanted tensor parameters to differentiate by, at least one
     * @param results the names of the results that have cotangents, at least one
     * @param saves policy for saved values
     * @param sources sources of gradients besides the rules of ops
     * @return the pair, named after the variant
     * @throws GradientException if a parameter has no gradient
     */
    public static GradientPair ofVariant(
            Graph method, Collection<Node> wanted, Set<String> results, Saves saves, GradientSources sources)
            throws NonDifferentiableException {
        return of(saves, JointGraph.of(method, wanted, results, sources.with(saves), true), wanted);
    }

    private static GradientPair of(Saves saves, JointGraph joint, Collection<Node> wanted)
            throws NonDifferentiableException {
        Graph method = joint.forward();
        SaveOrRecomputePlanner planner = SaveOrRecomputePlanner.of(joint, saves);
        Set<Node> read = NodeSets.transitiveOperands(
                joint.graph().outputs().stream().map(Graph.Output::node).toList(), planner.savedNodes());
        for (Node updated : StatisticsUpdates.targets(method.nodes())) {
            if (read.contains(updated)) {
                throw new NonDifferentiableException(
                        NonDifferentiableException.Problem.READ_BEFORE_UPDATE, updated, "");
            }
        }
        List<SavedValue> saved = savedValues(joint, planner.savedNodes(), read);
        return new GradientPair(
                forward(joint, saved),
                gradient(joint, saved),
                GradientAccumulation.graph(
                        method.name() + "AccumulateGradient", joint.graph().outputs()),
                saved,
                joint.cotangents().stream().map(JointGraph.Cotangent::result).toList(),
                wanted.stream().map(Node::label).toList(),
                planner.decisions(read));
    }

    /**
     * Returns the sizes that a gradient call requires as arguments.
     *
     * @param gradient this pair's gradient graph, possibly after passes
     * @return the symbols that are not an axis size of a saved value
     */
    public SortedSet<String> sizes(Graph gradient) {
        SortedSet<String> symbols = new TreeSet<>();
        gradient.tensorParameters().forEach(parameter -> add(parameter.shape().dims(), symbols));
        for (Node node : gradient.allNodes()) {
            add(node.shape().dims(), symbols);
            node.attributes().values().values().forEach(value -> {
                if (value instanceof List<?> list) {
                    add(list, symbols);
                }
            });
        }
        symbols.removeAll(Loop.indices(gradient));
        for (SavedValue value : saved) {
            for (Dim dim : value.value().shape().dims()) {
                dim.multipleOf().ifPresent(symbol -> symbols.remove(symbol.name()));
            }
        }
        return symbols;
    }

    private static void add(List<?> attribute, Set<String> symbols) {
        attribute.stream().filter(Dim.class::isInstance).forEach(dim -> symbols.addAll(((Dim) dim).symbols()));
    }

    /**
     * Returns the values that the gradient call reads, of the permitted ones: parameters, results, then stored values.
     */
    private static List<SavedValue> savedValues(JointGraph joint, Set<Node> savedNodes, Set<Node> read) {
        Graph method = joint.forward();
        Set<String> names = new HashSet<>();
        method.parameters().forEach(parameter -> names.add(JointGraph.identifier(parameter.name())));
        method.outputs().forEach(output -> names.add(JointGraph.identifier(output.name())));
        joint.cotangents().forEach(cotangent -> names.add(cotangent.node().label()));
        List<SavedValue> saved = new ArrayList<>();
        Set<String> batchDims = batchDims(joint, read, savedNodes);
        for (Node parameter : method.tensorParameters()) {
            Optional<Dim.Symbol> leading = parameter.shape().batchDims();
            // Only a tensor determines the number of batch dims.
            boolean forItsDims =
                    leading.isPresent() && batchDims.contains(leading.get().name());
            if (read.contains(parameter) || forItsDims) {
                saved.add(new SavedValue(JointGraph.identifier(parameter.label()), Kind.PARAMETER, -1, parameter));
                leading.ifPresent(symbol -> batchDims.remove(symbol.name()));
            }
        }
        List<SavedValue> stored = new ArrayList<>();
        for (Node node : joint.graph().nodes()) {
            if (read.contains(node) && savedNodes.contains(node)) {
                int result = resultOf(node, method);
                if (result >= 0) {
                    saved.add(new SavedValue(name(node, "result", names), Kind.RESULT, result, node));
                } else {
                    int number = method.outputs().size() + stored.size();
                    stored.add(new SavedValue(name(node, "", names), Kind.STORED, number, node));
                }
            }
        }
        saved.addAll(stored);
        return saved;
    }

    private static int resultOf(Node node, Graph method) {
        for (int i = 0; i < method.outputs().size(); i++) {
            if (method.outputs().get(i).node() == node) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the batch dims that occur in the gradient call but in no value that it reads from the forward call. */
    private static Set<String> batchDims(JointGraph joint, Set<Node> read, Set<Node> savedNodes) {
        Set<String> batchDims = new HashSet<>();
        read.forEach(node -> node.shape().batchDims().ifPresent(symbol -> batchDims.add(symbol.name())));
        joint.cotangents()
                .forEach(cotangent ->
                        cotangent.node().shape().batchDims().ifPresent(symbol -> batchDims.add(symbol.name())));
        read.stream()
                .filter(node -> savedNodes.contains(node) && !joint.isCotangent(node))
                .forEach(node -> node.shape().batchDims().ifPresent(symbol -> batchDims.remove(symbol.name())));
        return batchDims;
    }

    /** Returns the Java variable of a value, or a name derived from its op. */
    private static String name(Node node, String defaultName, Set<String> usedNames) {
        String word = defaultName.isEmpty()
                ? Character.toLowerCase(node.op().charAt(0)) + node.op().substring(1)
                : defaultName;
        return JointGraph.uniqueName(node.label().isEmpty() ? word : node.label(), usedNames);
    }

    private static Graph forward(JointGraph joint, List<SavedValue> saved) {
        Graph method = joint.forward();
        List<Graph.Output> outputs = new ArrayList<>(method.outputs());
        saved.stream()
                .filter(value -> value.kind() == Kind.STORED)
                .forEach(value -> outputs.add(new Graph.Output(value.name(), value.value())));
        SubgraphCloner copy = new SubgraphCloner(joint.graph(), outputs, method.assigns(), Set.of());
        for (Graph.Parameter parameter : method.parameters()) {
            copy.parameter(parameter);
        }
        return copy.build(method.name() + "Forward", joint.graph().conditions());
    }

    /** Sizes were checked by the conditions of the forward call. */
    private static Graph gradient(JointGraph joint, List<SavedValue> saved) {
        Set<Node> inputs = Collections.newSetFromMap(new IdentityHashMap<>());
        saved.forEach(value -> inputs.add(value.value()));
        SubgraphCloner copy = new SubgraphCloner(joint.graph(), joint.graph().outputs(), List.of(), inputs);
        // Messages refer to parameters of a record by their paths.
        saved.forEach(value ->
                copy.tensor(value.kind() == Kind.PARAMETER ? value.value().label() : value.name(), value.value()));
        for (Graph.Parameter parameter : joint.forward().parameters()) {
            if (!parameter.isTensor() && copy.hasScalars()) {
                copy.parameter(parameter);
            }
        }
        joint.cotangents().forEach(cotangent -> copy.tensor(cotangent.node().label(), cotangent.node()));
        return copy.build(joint.forward().name() + "Gradient", List.of());
    }
}
