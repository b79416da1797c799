package io.graphkernel.processor.schedule;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.graph.iteration.IterationSpace.Level;
import io.graphkernel.op.OpTable;
import io.graphkernel.processor.loop.Views;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Cost of the stages over a row for a set of buffered values. Values are numbered, because the search evaluates very
 * many sets.
 */
final class StageCosts {

    /** Cost of a value that no stage computes: an input or a reduction. */
    private static final int NOT_COMPUTED = -1;

    private final IterationSpace space;
    private final Set<Node> inside;
    private final Predicate<Node> isComputed;
    private final int keepingCost;
    private final Map<Node, Integer> numbers = new IdentityHashMap<>();
    private final List<Node> values = new ArrayList<>();
    private final int[][] operands;
    private final int[] costs;
    private final boolean[] isOutside;
    /** Values that each stage accumulates or stores. */
    private final int[][] sinks;

    /**
     * Creates the costs of a kernel.
     *
     * @param inside its ops
     * @param isComputed true for ops that a stage computes per element
     * @param sinks values that each stage accumulates or stores
     * @param keepingCost cost of a store to a row buffer
     */
    StageCosts(
            IterationSpace space,
            Set<Node> inside,
            Predicate<Node> isComputed,
            List<List<Node>> sinks,
            int keepingCost) {
        this.space = space;
        this.inside = inside;
        this.isComputed = isComputed;
        this.keepingCost = keepingCost;
        this.sinks = sinks.stream().map(this::numbers).toArray(int[][]::new);
        List<int[]> reads = new ArrayList<>();
        // Numbering a value's operands appends to the list.
        for (int i = 0; i < values.size(); i++) {
            Node value = values.get(i);
            reads.add(inside.contains(value) ? numbers(OpTable.get().indexedOperands(value)) : new int[0]);
        }
        operands = reads.toArray(int[][]::new);
        costs = values.stream().mapToInt(this::cost).toArray();
        isOutside = new boolean[values.size()];
        for (int i = 0; i < isOutside.length; i++) {
            isOutside[i] = !inside.contains(values.get(i));
        }
    }

    /** Returns the numbers of the values with one element per element of a row. */
    private int[] numbers(Collection<Node> nodes) {
        return nodes.stream()
                .filter(node -> space.level(node) == Level.ELEMENT)
                .mapToInt(node -> numbers.computeIfAbsent(node, this::append))
                .toArray();
    }

    private int append(Node node) {
        values.add(node);
        return values.size() - 1;
    }

    private int cost(Node value) {
        if (!inside.contains(value) || !isComputed.test(value)) {
            return NOT_COMPUTED;
        }
        return Views.isView(value) ? 0 : OpTable.get().row(value).cost();
    }

    /** Returns the cost of all stages for a set of buffered values; unused ones cost nothing. */
    int with(Set<Node> rowBuffers) {
        boolean[] isKept = new boolean[values.size()];
        rowBuffers.forEach(node -> {
            if (numbers.containsKey(node)) {
                isKept[numbers.get(node)] = true;
            }
        });
        int[] first = new int[values.size()];
        int[] last = new int[values.size()];
        Arrays.fill(first, sinks.length);
        Arrays.fill(last, -1);
        List<List<Integer>> touched = new ArrayList<>();
        for (int stage = 0; stage < sinks.length; stage++) {
            List<Integer> here = touchedBy(stage, isKept, first, last);
            for (int value : here) {
                first[value] = Math.min(first[value], stage);
            }
            touched.add(here);
        }
        int cost = 0;
        for (int stage = 0; stage < sinks.length; stage++) {
            for (int value : touched.get(stage)) {
                boolean isRestored = isKept[value] && first[value] < stage;
                if (isOutside[value] || isRestored) {
                    cost++;
                } else if (costs[value] != NOT_COMPUTED) {
                    cost += costs[value] + (isKept[value] && last[value] > stage ? keepingCost : 0);
                }
            }
        }
        return cost;
    }

    /** Returns the values that a stage reads, restores or computes. A buffered value needs no operands. */
    private List<Integer> touchedBy(int stage, boolean[] isKept, int[] first, int[] last) {
        List<Integer> touched = new ArrayList<>();
        Deque<Integer> open = new ArrayDeque<>();
        for (int sink : sinks[stage]) {
            open.push(sink);
        }
        while (!open.isEmpty()) {
            int value = open.pop();
            if (last[value] == stage) {
                continue;
            }
            last[value] = stage;
            touched.add(value);
            if (!(isKept[value] && first[value] < stage)) {
                for (int operand : operands[value]) {
                    open.push(operand);
                }
            }
        }
        return touched;
    }
}
