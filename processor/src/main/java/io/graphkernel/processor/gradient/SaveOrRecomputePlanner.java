package io.graphkernel.processor.gradient;

import io.graphkernel.annotations.Saves;
import io.graphkernel.common.target.ReferenceModel;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
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
 * Planner of the values of the forward call that are saved for the gradient call; the others are recomputed.
 *
 * <p>The plan is a minimum cut of a graph with two vertices per value. The edge between them costs the saving of the
 * value, and the edge from the source to the first one its recomputation. A recomputed value requires its operands, and
 * the gradient requires the values that it reads. Of equally expensive plans it is the one with least recomputation:
 * the saved values of a layer then do not depend on the layers before it.
 */
final class SaveOrRecomputePlanner {

    /** Units per byte in capacities, which are integers. */
    private static final double UNITS = 16;

    /** Upper bound of the sum of all finite capacities. */
    private static final double MAX_UNITS = MinimumCut.INFINITE / 2;

    private final JointGraph joint;
    private final Saves saves;
    private final RecomputeCostModel prices = new RecomputeCostModel();
    private final Set<Node> backward;
    /** Values that the gradient reads, or would read if nothing were saved; without numbers. */
    private final List<Node> candidates = new ArrayList<>();

    private final Set<Node> read = new LinkedHashSet<>();
    private final Set<Node> materialized = Collections.newSetFromMap(new IdentityHashMap<>());

    private final Set<Node> savedNodes = Collections.newSetFromMap(new IdentityHashMap<>());

    private SaveOrRecomputePlanner(JointGraph joint, Saves saves) {
        this.joint = joint;
        this.saves = saves;
        this.backward = joint.backward();
        Set<Node> needed = NodeSets.transitiveOperands(
                joint.graph().outputs().stream().map(output -> output.node()).toList(), Set.of());
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
                // A library call reads and writes memory, regardless of saved values.
                if (OpTable.get().is(node, OpKind.LIBRARY)) {
                    materialized.add(node);
                    materialized.addAll(node.operands());
                }
            }
        }
        materialized.addAll(joint.forward().tensorParameters());
        joint.forward().outputs().forEach(output -> materialized.add(output.node()));
        plan();
    }

    /**
     * Creates the plan.
     *
     * @param joint the joint graph
     * @param saves policy for saved values
     */
    static SaveOrRecomputePlanner of(JointGraph joint, Saves saves) {
        return new SaveOrRecomputePlanner(joint, saves);
    }

    /** Returns the parameters, and the values that the forward call stores if the gradient call reads them. */
    Set<Node> savedNodes() {
        return savedNodes;
    }

    private void plan() {
        savedNodes.addAll(joint.graph().tensorParameters());
        candidates.stream().filter(RecomputeCostModel::isNotRecomputable).forEach(savedNodes::add);
        switch (saves) {
            case ALL ->
                read.stream()
                        .map(SaveOrRecomputePlanner::viewSource)
                        .filter(Node::isOperation)
                        .forEach(savedNodes::add);
            case MATMULS ->
                candidates.stream()
                        .filter(node -> OpTable.get().is(node, OpKind.LIBRARY))
                        .forEach(savedNodes::add);
            case INPUTS -> {}
            case AUTO -> savedNodes.addAll(minimumCut());
        }
    }

    /**
     * Returns the decision for each value that the gradient call reads or would recompute.
     *
     * @param needed values that the gradient call reads or computes
     * @return parameters first, in the order of the graph
     */
    List<ActivationDecision> decisions(Set<Node> needed) {
        List<ActivationDecision> choices = new ArrayList<>();
        for (Node node : joint.forward().tensorParameters()) {
            if (needed.contains(node)) {
                choices.add(new ActivationDecision(
                        node,
                        Optional.of(SavedValue.Kind.PARAMETER),
                        RecomputeCostModel.formula(node),
                        "a parameter takes no memory of its own"));
            }
        }
        for (Node node : candidates) {
            if (needed.contains(node)) {
                choices.add(new ActivationDecision(node, holder(node), RecomputeCostModel.formula(node), reason(node)));
            }
        }
        return choices;
    }

    private Optional<SavedValue.Kind> holder(Node node) {
        if (!savedNodes.contains(node)) {
            return Optional.empty();
        }
        boolean isResult = joint.forward().outputs().stream().anyMatch(output -> output.node() == node);
        return Optional.of(isResult ? SavedValue.Kind.RESULT : SavedValue.Kind.STORED);
    }

    private String reason(Node node) {
        if (savedNodes.contains(node) && RecomputeCostModel.isNotRecomputable(node)) {
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
                savingCost(node),
                recomputationCost(node),
                ReferenceModel.DEFAULT.estimates().storedByteCost(),
                ReferenceModel.DEFAULT.estimates().recomputedSymbolSize());
    }

    /** Returns the value whose elements a view reads: saving a view is not profitable, saving its source may be. */
    private static Node viewSource(Node node) {
        Node value = node;
        while (value.isOperation() && OpTable.get().is(value, OpKind.VIEW)) {
            value = value.operands().get(0);
        }
        return value;
    }

    /** Returns true if both calls have a value anyway: a number, or a constant tensor. */
    private static boolean isFree(Node node) {
        return node.isNumber() || node.kind() == Node.Kind.TENSOR_CONSTANT;
    }

    /** Returns the values saved by the minimum cut. */
    private List<Node> minimumCut() {
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
     * Returns the units per byte, reduced if the sum of all capacities would overflow. It is a power of two, because
     * symbols count as powers of two: equal costs remain equal after scaling.
     */
    private double units(List<Node> values) {
        double total = 0;
        for (Node value : values) {
            total += savingCost(value) + (isRecomputable(value) ? recomputationCost(value) : 0);
        }
        return Math.min(UNITS, Math.scalb(1.0, Math.getExponent(MAX_UNITS / total)));
    }

    private void add(Node node, double units, int source, Map<Node, Integer> vertices, MinimumCut cut) {
        int in = cut.vertex();
        int out = cut.vertex();
        vertices.put(node, in);
        cut.edge(source, in, isRecomputable(node) ? Math.round(recomputationCost(node) * units) : MinimumCut.INFINITE);
        cut.edge(in, out, Math.round(savingCost(node) * units));
    }

    private static boolean isRecomputable(Node node) {
        return node.isOperation() && !RecomputeCostModel.isNotRecomputable(node);
    }

    /** Returns the cost of recomputing a value, in bytes moved. */
    private double recomputationCost(Node node) {
        return prices.recomputationCost(node);
    }

    /** Returns the cost of saving a value, in bytes moved. */
    private double savingCost(Node node) {
        return RecomputeCostModel.savingCost(node, materialized.contains(node));
    }
}
