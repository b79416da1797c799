package io.graphkernel.processor.gradient;

import io.graphkernel.annotations.Saves;
import io.graphkernel.processor.gradient.SavedValue.Kind;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A method with a gradient as two graphs: one that computes the results and stores what the other one reads of them, and
 * one from saved values and cotangents to gradients. Neither has a node that the graph of the method has.
 *
 * @param forward has the parameters of the method; its results are those of the method, then the values that are stored
 * @param gradient has the saved values, the numbers of the method and the cotangents as parameters, and the gradients as
 *     results
 * @param addition takes tensors for the gradients and what is added to each, and updates the tensors
 * @param saved in the order of the parameters of {@code gradient}
 * @param cotangents the results of the method that have cotangents, by number, in the order of the parameters
 * @param wanted the parameters of the method that the gradients are of, by name, in the order of the results
 * @param choices what became of each value that the gradient needs
 */
public record GradientPair(
        Graph forward,
        Graph gradient,
        Graph addition,
        List<SavedValue> saved,
        List<Integer> cotangents,
        List<String> wanted,
        List<Choice> choices) {

    /**
     * Differentiates a method and cuts the graph into two.
     *
     * @param method its graph, without updates in place
     * @param wanted tensor parameters of it, at least one
     * @param results the names of the results that have cotangents, at least one
     * @param saves how it is chosen what is saved
     * @param sources where gradients come from besides the rules of ops
     * @return the pair, named after the method
     * @throws GradientException if a parameter has no gradient
     */
    public static GradientPair of(
            Graph method, Collection<Node> wanted, Set<String> results, Saves saves, GradientSources sources)
            throws GradientException {
        JointGraph joint = JointGraph.of(method, wanted, results, sources);
        SavedChoice choice = SavedChoice.of(joint, saves);
        Set<Node> read = NodeSets.leadingTo(
                joint.graph().outputs().stream().map(Graph.Output::node).toList(), choice.kept());
        List<SavedValue> saved = savedValues(joint, choice.kept(), read);
        return new GradientPair(
                forward(joint, saved),
                gradient(joint, saved),
                addition(method.name() + "AddGradient", joint.graph().outputs()),
                saved,
                joint.cotangents().stream().map(JointGraph.Cotangent::result).toList(),
                wanted.stream().map(Node::label).toList(),
                choice.choices(read));
    }

    /**
     * The sizes that a gradient call must be given.
     *
     * @param gradient this pair's, or what passes have made of it
     * @return the symbols that are the size of no axis of a saved value
     */
    public SortedSet<String> sizes(Graph gradient) {
        SortedSet<String> symbols = new TreeSet<>();
        gradient.tensorParameters().forEach(parameter -> add(parameter.shape().dims(), symbols));
        for (Node node : gradient.nodes()) {
            add(node.shape().dims(), symbols);
            node.attributes().values().values().forEach(value -> {
                if (value instanceof List<?> list) {
                    add(list, symbols);
                }
            });
        }
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

    /** The values that the gradient call reads, of those that it may read: parameters, results, then what is stored. */
    private static List<SavedValue> savedValues(JointGraph joint, Set<Node> kept, Set<Node> read) {
        Graph method = joint.forward();
        Set<String> names = new HashSet<>();
        method.parameters().forEach(parameter -> names.add(JointGraph.identifier(parameter.name())));
        method.outputs().forEach(output -> names.add(JointGraph.identifier(output.name())));
        joint.cotangents().forEach(cotangent -> names.add(cotangent.node().label()));
        List<SavedValue> saved = new ArrayList<>();
        Set<String> packs = packs(joint, read, kept);
        for (Node parameter : method.tensorParameters()) {
            Optional<Dim.Symbol> pack = parameter.shape().pack();
            // The number of leading axes is known from a tensor alone.
            boolean forItsDims = pack.isPresent() && packs.contains(pack.get().name());
            if (read.contains(parameter) || forItsDims) {
                saved.add(new SavedValue(JointGraph.identifier(parameter.label()), Kind.PARAMETER, -1, parameter));
                pack.ifPresent(symbol -> packs.remove(symbol.name()));
            }
        }
        List<SavedValue> stored = new ArrayList<>();
        for (Node node : joint.graph().nodes()) {
            if (read.contains(node) && kept.contains(node)) {
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

    /** The packs of what the gradient call computes or takes, and that no value has that it reads of the forward call. */
    private static Set<String> packs(JointGraph joint, Set<Node> read, Set<Node> kept) {
        Set<String> packs = new HashSet<>();
        read.forEach(node -> node.shape().pack().ifPresent(pack -> packs.add(pack.name())));
        joint.cotangents().forEach(each -> each.node().shape().pack().ifPresent(pack -> packs.add(pack.name())));
        read.stream()
                .filter(node -> kept.contains(node) && !joint.isCotangent(node))
                .forEach(each -> each.shape().pack().ifPresent(pack -> packs.remove(pack.name())));
        return packs;
    }

    /** The Java variable of a value, else a word for its op. */
    private static String name(Node node, String otherwise, Set<String> taken) {
        String word = otherwise.isEmpty()
                ? Character.toLowerCase(node.op().charAt(0)) + node.op().substring(1)
                : otherwise;
        return JointGraph.free(node.label().isEmpty() ? word : node.label(), taken);
    }

    private static Graph forward(JointGraph joint, List<SavedValue> saved) {
        Graph method = joint.forward();
        List<Graph.Output> outputs = new ArrayList<>(method.outputs());
        saved.stream()
                .filter(each -> each.kind() == Kind.STORED)
                .forEach(each -> outputs.add(new Graph.Output(each.name(), each.value())));
        GraphCopy copy = new GraphCopy(joint.graph(), outputs, Set.of());
        for (Graph.Parameter parameter : method.parameters()) {
            copy.parameter(parameter);
        }
        return copy.build(method.name() + "Forward", joint.graph().conditions());
    }

    private static Graph addition(String name, List<Graph.Output> gradients) {
        GraphBuilder builder = new GraphBuilder(OpTable.get());
        List<Node> targets = gradients.stream()
                .map(each -> builder.tensorParameter(each.name(), each.node().type()))
                .toList();
        try {
            for (int i = 0; i < targets.size(); i++) {
                Node target = targets.get(i);
                Node addend = builder.tensorParameter(gradients.get(i).name() + "Addend", target.type());
                Node sum = builder.operation(BasicOps.ADD, List.of(target, addend), Attributes.NONE, "", Origin.NONE);
                builder.operation(Node.ASSIGN, List.of(target, sum), Attributes.NONE, "", Origin.NONE);
            }
        } catch (TypeException e) {
            throw new IllegalStateException("no sum of two tensors of one type", e);
        }
        return builder.build(name, List.of());
    }

    /** Sizes are those of the forward call, which has checked the conditions. */
    private static Graph gradient(JointGraph joint, List<SavedValue> saved) {
        Set<Node> given = Collections.newSetFromMap(new IdentityHashMap<>());
        saved.forEach(each -> given.add(each.value()));
        GraphCopy copy = new GraphCopy(joint.graph(), joint.graph().outputs(), given);
        // Parameters of a record are called by their paths, as in all messages.
        saved.forEach(
                each -> copy.tensor(each.kind() == Kind.PARAMETER ? each.value().label() : each.name(), each.value()));
        for (Graph.Parameter parameter : joint.forward().parameters()) {
            if (!parameter.isTensor() && copy.hasScalars()) {
                copy.parameter(parameter);
            }
        }
        joint.cotangents().forEach(each -> copy.tensor(each.node().label(), each.node()));
        return copy.build(joint.forward().name() + "Gradient", List.of());
    }
}
