package io.graphkernel.processor.gradient;

import io.graphkernel.annotations.Saves;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Chooses which values of the forward call the gradient call is given; it computes the others again.
 *
 * <p>What costs least is a minimum cut of a graph with two vertices for each value: the edge between them costs what saving
 * costs, the edge from the source to the first one what computing it again costs. What a value is computed from must be
 * there, too, if it is computed again; what the gradient reads must be there.
 */
final class SavedChoice {

    /** Capacities are whole numbers. */
    private static final double UNITS = 16;

    private final JointGraph joint;
    private final Saves saves;
    private final Prices prices = new Prices();
    private final Set<Node> backward;
    /** What the gradient reads, or would read if nothing were saved; without numbers. */
    private final List<Node> candidates = new ArrayList<>();

    private final Set<Node> read = new LinkedHashSet<>();
    private final Set<Node> materialized = Collections.newSetFromMap(new IdentityHashMap<>());

    private final Set<Node> kept = Collections.newSetFromMap(new IdentityHashMap<>());

    private SavedChoice(JointGraph joint, Saves saves) {
        this.joint = joint;
        this.saves = saves;
        this.backward = joint.backward();
        Set<Node> needed = NodeSets.leadingTo(
                joint.graph().outputs().stream().map(each -> each.node()).toList(), Set.of());
        for (Node node : joint.graph().nodes()) {
            if (needed.contains(node) && backward.contains(node)) {
                node.operands().stream()
                        .filter(operand -> !backward.contains(operand) && !isFree(operand))
                        .forEach(read::add);
            }
            if (node.isOperation() && !backward.contains(node)) {
                if (needed.contains(node)) {
                    candidates.add(node);
                }
                // A library reads and writes memory, whatever is saved.
                if (OpTable.get().is(node, OpKind.LIBRARY)) {
                    materialized.add(node);
                    materialized.addAll(node.operands());
                }
            }
        }
        materialized.addAll(joint.forward().tensorParameters());
        joint.forward().outputs().forEach(output -> materialized.add(output.node()));
        choose();
    }

    /**
     * Chooses.
     *
     * @param joint the method with its gradient
     * @param saves how to choose
     */
    static SavedChoice of(JointGraph joint, Saves saves) {
        return new SavedChoice(joint, saves);
    }

    /** The parameters, and values that the forward call stores if the gradient call reads them. */
    Set<Node> kept() {
        return kept;
    }

    private void choose() {
        kept.addAll(joint.graph().tensorParameters());
        candidates.stream().filter(Prices::isOnce).forEach(kept::add);
        switch (saves) {
            case ALL -> read.stream().filter(SavedChoice::isComputed).forEach(kept::add);
            case PRODUCTS ->
                candidates.stream()
                        .filter(node -> OpTable.get().is(node, OpKind.LIBRARY))
                        .forEach(kept::add);
            case INPUTS -> {}
            case AUTO -> kept.addAll(cheapest());
        }
    }

    /**
     * What became of each value that the gradient call reads or would compute.
     *
     * @param needed what the gradient call reads and computes
     * @return parameters first, in the order of the graph
     */
    List<Choice> choices(Set<Node> needed) {
        List<Choice> choices = new ArrayList<>();
        for (Node node : joint.forward().tensorParameters()) {
            if (needed.contains(node)) {
                choices.add(new Choice(node, true, Prices.formula(node), "a parameter takes no memory of its own"));
            }
        }
        for (Node node : candidates) {
            if (needed.contains(node)) {
                choices.add(new Choice(node, kept.contains(node), Prices.formula(node), reason(node)));
            }
        }
        return choices;
    }

    private String reason(Node node) {
        if (kept.contains(node) && Prices.isOnce(node)) {
            return "other ranks take part in it";
        }
        if (saves != Saves.AUTO) {
            return "saves = " + saves;
        }
        String saving = materialized.contains(node) ? "reading it again" : "storing and reading it";
        return String.format(
                Locale.ROOT,
                "%s costs %.0f, computing it of its operands %.0f, in bytes moved, where each symbol counts as %.0f",
                saving,
                saving(node) / UNITS,
                again(node) / UNITS,
                Prices.SYMBOL);
    }

    /** Whether a value is more than other elements of what is there anyway. */
    private static boolean isComputed(Node node) {
        return node.isOperation() && !OpTable.get().is(node, OpKind.VIEW);
    }

    /** Whether both calls have a value anyway: a number, or a constant tensor. */
    private static boolean isFree(Node node) {
        return node.isNumber() || node.kind() == Node.Kind.TENSOR_CONSTANT;
    }

    /** The minimum cut. */
    private List<Node> cheapest() {
        MinimumCut cut = new MinimumCut();
        int source = cut.vertex();
        int sink = cut.vertex();
        Map<Node, Integer> vertices = new IdentityHashMap<>();
        joint.forward().tensorParameters().forEach(node -> add(node, source, vertices, cut));
        candidates.forEach(node -> add(node, source, vertices, cut));
        for (Node node : candidates) {
            for (Node operand : node.operands()) {
                if (!isFree(operand)) {
                    cut.edge(vertices.get(operand) + 1, vertices.get(node), MinimumCut.INFINITE);
                }
            }
        }
        read.forEach(node -> cut.edge(vertices.get(node) + 1, sink, MinimumCut.INFINITE));
        boolean[] side = cut.cut(source, sink);
        return candidates.stream()
                .filter(node -> side[vertices.get(node)] && !side[vertices.get(node) + 1])
                .toList();
    }

    private void add(Node node, int source, Map<Node, Integer> vertices, MinimumCut cut) {
        int in = cut.vertex();
        int out = cut.vertex();
        vertices.put(node, in);
        cut.edge(source, in, again(node));
        cut.edge(in, out, saving(node));
    }

    private long again(Node node) {
        return !node.isOperation() || Prices.isOnce(node)
                ? MinimumCut.INFINITE
                : Math.round(prices.recomputation(node) * UNITS);
    }

    /** Read once; and written, unless it is in memory anyway. */
    private long saving(Node node) {
        return Math.round(Prices.bytes(node) * (materialized.contains(node) ? 1 : 2) * UNITS);
    }
}
