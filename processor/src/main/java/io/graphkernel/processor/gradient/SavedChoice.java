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
import java.util.Optional;
import java.util.Set;

/**
 * Chooses which values of the forward call the gradient call is given; it computes the others again.
 *
 * <p>What costs least is a minimum cut of a graph with two vertices for each value: the edge between them costs what saving
 * costs, the edge from the source to the first one what computing it again costs. What a value is computed from must be
 * there, too, if it is computed again; what the gradient reads must be there. Of choices that cost the same it is the one by
 * which least is computed again: what is saved of a layer then does not depend on the layers before it.
 */
final class SavedChoice {

    /** Capacities are whole numbers, of parts of a byte. */
    private static final double UNITS = 16;

    /** More than all finite capacities together. */
    private static final double MOST_UNITS = MinimumCut.INFINITE / 2;

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
            case ALL ->
                read.stream().map(SavedChoice::viewed).filter(Node::isOperation).forEach(kept::add);
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
                choices.add(new Choice(
                        node,
                        Optional.of(SavedValue.Kind.PARAMETER),
                        Prices.formula(node),
                        "a parameter takes no memory of its own"));
            }
        }
        for (Node node : candidates) {
            if (needed.contains(node)) {
                choices.add(new Choice(node, holder(node), Prices.formula(node), reason(node)));
            }
        }
        return choices;
    }

    private Optional<SavedValue.Kind> holder(Node node) {
        if (!kept.contains(node)) {
            return Optional.empty();
        }
        boolean isResult = joint.forward().outputs().stream().anyMatch(output -> output.node() == node);
        return Optional.of(isResult ? SavedValue.Kind.RESULT : SavedValue.Kind.STORED);
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
                "%s costs %.0f, computing it of its operands %.0f, in bytes moved, of which a stored one counts as %.1f and each"
                        + " symbol as %.0f",
                saving,
                saving(node),
                again(node),
                Prices.STORED,
                Prices.SYMBOL);
    }

    /** What the elements of a value are of: a view is not worth memory, what it is a view of may be. */
    private static Node viewed(Node node) {
        Node value = node;
        while (value.isOperation() && OpTable.get().is(value, OpKind.VIEW)) {
            value = value.operands().get(0);
        }
        return value;
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
        List<Node> values = new ArrayList<>(joint.forward().tensorParameters());
        values.addAll(candidates);
        double units = units(values);
        values.forEach(node -> add(node, units, source, vertices, cut));
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

    /**
     * The units in a byte: fewer where the sum of all capacities would be too large, so that all keep their ratios. A power of
     * two, since symbols count as powers of two: equal costs stay equal when they are scaled.
     */
    private double units(List<Node> values) {
        double all = 0;
        for (Node value : values) {
            all += saving(value) + (mayRepeat(value) ? again(value) : 0);
        }
        return Math.min(UNITS, Math.scalb(1.0, Math.getExponent(MOST_UNITS / all)));
    }

    private void add(Node node, double units, int source, Map<Node, Integer> vertices, MinimumCut cut) {
        int in = cut.vertex();
        int out = cut.vertex();
        vertices.put(node, in);
        cut.edge(source, in, mayRepeat(node) ? Math.round(again(node) * units) : MinimumCut.INFINITE);
        cut.edge(in, out, Math.round(saving(node) * units));
    }

    private static boolean mayRepeat(Node node) {
        return node.isOperation() && !Prices.isOnce(node);
    }

    /** In bytes that move. */
    private double again(Node node) {
        return prices.recomputation(node);
    }

    /** In bytes that move. */
    private double saving(Node node) {
        return Prices.keeping(node, materialized.contains(node));
    }
}
