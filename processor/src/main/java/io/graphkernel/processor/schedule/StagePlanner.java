package io.graphkernel.processor.schedule;

import io.graphkernel.processor.capability.Capabilities;
import io.graphkernel.processor.capability.Costs;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides in which stage over a row each op runs, and which values are kept in row buffers instead of being computed
 * again by later stages.
 *
 * <p>Costs are vector instructions per vector of a row: a load or store counts 1, an op what its row of the op table
 * says; where columns are reduced too, a store counts {@link Costs#partialStore}. Values are kept one by one as long as keeping another lowers the
 * total.
 */
final class StagePlanner {

    private final List<Node> members;
    private final IterationSpace space;
    private final Capabilities capabilities;
    /** The elements of a row. */
    private final Dim row;

    private final Set<Node> inside = identitySet();
    /** The first stage in which a value can be computed: one after the last reduction that it needs. */
    private final Map<Node, Integer> available = new IdentityHashMap<>();

    private final List<List<Node>> sinks = new ArrayList<>();
    private final Set<Node> saved = identitySet();
    /** What each stage touches, and where a value is touched first, with the values that are kept now. */
    private final List<Set<Node>> needed = new ArrayList<>();

    private final Map<Node, Integer> firstNeeded = new IdentityHashMap<>();

    /**
     * Plans the stages over a row.
     *
     * @param capabilities how large row buffers may be, and what they cost
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

    /** The stage after which a value is known. */
    int available(Node node) {
        return available.getOrDefault(node, 0);
    }

    /** The stage in which a reduction accumulates. */
    int reductionStage(Node reduction) {
        return available.get(reduction) - 1;
    }

    /** Demands that a value is at hand in a stage, to be accumulated or stored there. */
    void demand(int stage, Node value) {
        while (sinks.size() <= stage) {
            sinks.add(new ArrayList<>());
        }
        sinks.get(stage).add(value);
    }

    int stageCount() {
        return sinks.size();
    }

    /** Keeps no value: later stages compute it again. Call after all demands. */
    void saveNothing() {
        saved.clear();
        findNeeded();
    }

    /** Chooses the values to keep. Call after all demands. */
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

    /** Rows whose buffers would not stay close to the thread are computed again instead. */
    private boolean mayKeep(Node candidate) {
        boolean rows = space.form() == Form.ROW_REDUCTION || space.form() == Form.COLUMN_REDUCTION;
        if (!rows || !isElementOp(candidate) || candidate.dtype() == DType.BOOL) {
            return false;
        }
        long bytes = saved.stream().mapToLong(StagePlanner::keptBytes).sum() + keptBytes(candidate);
        return !(row instanceof Dim.Constant constant) || constant.size() <= capabilities.keptRowBytes() / bytes;
    }

    /** Bytes of one element of a row buffer, which holds what is computed with. */
    private static long keptBytes(Node node) {
        return node.dtype().isFloating()
                ? Math.max(4, node.dtype().byteSize())
                : node.dtype().byteSize();
    }

    /** What a stage computes per element, in order. */
    List<Node> computed(int stage) {
        Set<Node> touched = needed(stage);
        return members.stream()
                .filter(node -> touched.contains(node) && isElementOp(node) && !isRestored(node, stage))
                .toList();
    }

    /** What a stage reads from row buffers. */
    List<Node> restored(int stage) {
        Set<Node> touched = needed(stage);
        return members.stream()
                .filter(node -> touched.contains(node) && isRestored(node, stage))
                .toList();
    }

    /** What a stage writes to row buffers. */
    List<Node> savedIn(int stage) {
        return computed(stage).stream()
                .filter(node -> saved.contains(node) && isNeededAfter(node, stage))
                .toList();
    }

    /** Which outside values a stage reads per element. */
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

    /** Everything of element level that a stage touches. */
    private Set<Node> needed(int stage) {
        return needed.get(stage);
    }

    /** Finds what each stage touches if some values are kept: a value that was kept needs no operands. */
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
            KernelBuffers.read(node).forEach(operand -> collect(operand, stage, result));
        }
    }

    /** The partial results of columns are stored for each element as well. */
    private int keepingCost() {
        return space.form() == Form.COLUMN_REDUCTION ? capabilities.costs().partialStore() : 1;
    }

    private static Set<Node> identitySet() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }
}
