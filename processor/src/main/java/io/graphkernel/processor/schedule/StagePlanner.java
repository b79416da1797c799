package io.graphkernel.processor.schedule;

import io.graphkernel.common.target.Capabilities;
import io.graphkernel.common.target.TrafficCostModel;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.graph.iteration.IterationSpace.Level;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Planner of the stages over a row: assigns ops to stages, and chooses between row buffers and recomputation.
 *
 * <p>Costs are vector instructions per vector of a row: 1 per load or store, and that of the op table per op. While
 * columns are reduced, a store costs {@link TrafficCostModel#partialStoreCost}. Values are buffered greedily, as long as the
 * total decreases.
 */
final class StagePlanner {

    private final List<Node> members;
    private final IterationSpace space;
    private final Capabilities capabilities;
    /** Number of elements per row. */
    private final Dim row;

    private final Set<Node> inside = identitySet();
    /** First stage in which each value is available, after the last reduction that it depends on. */
    private final Map<Node, Integer> available = new IdentityHashMap<>();

    private final List<List<Node>> sinks = new ArrayList<>();
    private final Set<Node> saved = identitySet();
    /** Values of each stage, and their first stages, for the current set of buffered values. */
    private final List<Set<Node>> needed = new ArrayList<>();

    private final Map<Node, Integer> firstNeeded = new IdentityHashMap<>();

    /**
     * Creates the planner of a row's stages.
     *
     * @param capabilities maximum size and costs of row buffers
     */
    StagePlanner(IterationSpace space, Capabilities capabilities) {
        this.capabilities = capabilities;
        this.members = space.computed();
        this.space = space;
        this.row = IterationSpace.product(space.middle()).times(space.inner());
        inside.addAll(members);
        for (Node node : members) {
            int stage = 0;
            for (Node operand : node.operands()) {
                stage = Math.max(stage, available.getOrDefault(operand, 0));
            }
            available.put(node, stage + (isReduction(node) ? 1 : 0));
        }
    }

    boolean isReduction(Node node) {
        return OpTable.get().is(node, OpKind.REDUCTION);
    }

    /** Returns the stage after which a value is available. */
    int available(Node node) {
        return available.getOrDefault(node, 0);
    }

    /** Returns the stage in which a reduction accumulates. */
    int reductionStage(Node reduction) {
        return available.get(reduction) - 1;
    }

    /** Requires a value in a stage, which accumulates or stores it. */
    void demand(int stage, Node value) {
        while (sinks.size() <= stage) {
            sinks.add(new ArrayList<>());
        }
        sinks.get(stage).add(value);
    }

    int stageCount() {
        return sinks.size();
    }

    /** Buffers no value, so that later stages recompute all. Must be called after all requirements. */
    void saveNothing() {
        saved.clear();
        findNeeded();
    }

    /** Chooses the buffered values. Must be called after all requirements. */
    void chooseSaved() {
        StageCosts costs = new StageCosts(space, inside, this::isElementOp, sinks, keepingCost());
        int best = costs.with(saved);
        Node choice;
        do {
            choice = null;
            for (Node candidate : members) {
                if (mayKeep(candidate) && saved.add(candidate)) {
                    int cost = costs.with(saved);
                    if (cost < best) {
                        best = cost;
                        choice = candidate;
                    }
                    saved.remove(candidate);
                }
            }
            if (choice != null) {
                saved.add(choice);
            }
        } while (choice != null);
        findNeeded();
    }

    /** Returns true if the row buffer of a value would fit near the thread. */
    private boolean mayKeep(Node candidate) {
        boolean rows =
                space.template() == LoopTemplate.ROW_REDUCTION || space.template() == LoopTemplate.COLUMN_REDUCTION;
        if (!rows || !isElementOp(candidate) || candidate.dtype() == DataType.BOOL) {
            return false;
        }
        long bytes = saved.stream().mapToLong(StagePlanner::keptBytes).sum() + keptBytes(candidate);
        return !(row instanceof Dim.Constant constant) || constant.size() <= capabilities.maxRowBufferBytes() / bytes;
    }

    /** Returns the bytes per element of a row buffer, which has the compute dtype. */
    private static long keptBytes(Node node) {
        return node.dtype().computeType().byteSize();
    }

    /** Returns the ops that a stage computes per element, in order. */
    List<Node> computed(int stage) {
        Set<Node> touched = needed(stage);
        return members.stream()
                .filter(node -> touched.contains(node) && isElementOp(node) && !isRestored(node, stage))
                .toList();
    }

    /** Returns the values that a stage loads from row buffers. */
    List<Node> restored(int stage) {
        Set<Node> touched = needed(stage);
        return members.stream()
                .filter(node -> touched.contains(node) && isRestored(node, stage))
                .toList();
    }

    /** Returns the values that a stage stores in row buffers. */
    List<Node> savedIn(int stage) {
        return computed(stage).stream()
                .filter(node -> saved.contains(node) && isNeededAfter(node, stage))
                .toList();
    }

    /** Returns the outside values that a stage reads per element. */
    Set<Node> outside(int stage) {
        Set<Node> result = identitySet();
        for (Node node : needed(stage)) {
            if (!inside.contains(node) && space.level(node) == Level.ELEMENT) {
                result.add(node);
            }
        }
        return result;
    }

    private boolean isElementOp(Node node) {
        return space.level(node) == Level.ELEMENT && !isReduction(node) && inside.contains(node);
    }

    private boolean isRestored(Node node, int stage) {
        return saved.contains(node) && firstNeeded.getOrDefault(node, stage) < stage;
    }

    private boolean isNeededAfter(Node node, int stage) {
        return needed.subList(stage + 1, needed.size()).stream().anyMatch(later -> later.contains(node));
    }

    /** Returns all values of element level in a stage. */
    private Set<Node> needed(int stage) {
        return needed.get(stage);
    }

    /** Finds the values of each stage for the current set of buffered values, whose operands are not needed. */
    private void findNeeded() {
        needed.clear();
        firstNeeded.clear();
        for (int stage = 0; stage < sinks.size(); stage++) {
            Set<Node> result = identitySet();
            for (Node sink : sinks.get(stage)) {
                collect(sink, stage, result);
            }
            for (Node node : result) {
                firstNeeded.putIfAbsent(node, stage);
            }
            needed.add(result);
        }
    }

    private void collect(Node node, int stage, Set<Node> result) {
        if (space.level(node) != Level.ELEMENT || !result.add(node) || !inside.contains(node)) {
            return;
        }
        if (!isRestored(node, stage)) {
            OpTable.get().indexedOperands(node).forEach(operand -> collect(operand, stage, result));
        }
    }

    /** Returns the cost of a store to a row buffer, while partial results of columns may be stored as well. */
    private int keepingCost() {
        return space.template() == LoopTemplate.COLUMN_REDUCTION
                ? capabilities.costs().partialStoreCost()
                : 1;
    }

    private static Set<Node> identitySet() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }
}
