package io.graphkernel.processor.gradient;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * The cheapest way to cut all paths from a source to a sink: maximum flow along shortest paths (Edmonds and Karp, 1972).
 * Of several cuts that cost the same it is the one nearest to the sink, in whatever order edges are added.
 */
final class MinimumCut {

    /** More than all other capacities together. */
    static final long INFINITE = Long.MAX_VALUE / 4;

    private final List<Integer> targets = new ArrayList<>();
    private final List<Long> left = new ArrayList<>();
    private final List<List<Integer>> edges = new ArrayList<>();

    /** Adds a vertex and gives its number, from 0 on. */
    int vertex() {
        edges.add(new ArrayList<>());
        return edges.size() - 1;
    }

    /**
     * Adds an edge.
     *
     * @param capacity what it costs to cut it, 0 or more
     */
    void edge(int from, int to, long capacity) {
        half(from, to, capacity);
        half(to, from, 0);
    }

    private void half(int from, int to, long capacity) {
        edges.get(from).add(targets.size());
        targets.add(to);
        left.add(capacity);
    }

    /**
     * Cuts.
     *
     * @return by vertex, whether it is on the side of the source
     */
    boolean[] cut(int source, int sink) {
        while (true) {
            int[] by = reach(source);
            if (by[sink] < 0) {
                return leadingNowhere(sink);
            }
            augment(by, source, sink);
        }
    }

    /** By vertex, whether no more can flow from it to the sink. */
    private boolean[] leadingNowhere(int sink) {
        boolean[] nowhere = new boolean[edges.size()];
        Arrays.fill(nowhere, true);
        nowhere[sink] = false;
        Deque<Integer> next = new ArrayDeque<>(List.of(sink));
        while (!next.isEmpty()) {
            for (int edge : edges.get(next.poll())) {
                int before = targets.get(edge);
                if (left.get(edge ^ 1) > 0 && nowhere[before]) {
                    nowhere[before] = false;
                    next.add(before);
                }
            }
        }
        return nowhere;
    }

    /** By vertex the edge over which it is reached first; -1 without one. */
    private int[] reach(int source) {
        int[] by = new int[edges.size()];
        Arrays.fill(by, -1);
        Deque<Integer> next = new ArrayDeque<>(List.of(source));
        while (!next.isEmpty()) {
            int vertex = next.poll();
            for (int edge : edges.get(vertex)) {
                int target = targets.get(edge);
                if (left.get(edge) > 0 && by[target] < 0 && target != source) {
                    by[target] = edge;
                    next.add(target);
                }
            }
        }
        return by;
    }

    private void augment(int[] by, int source, int sink) {
        long flow = Long.MAX_VALUE;
        for (int vertex = sink; vertex != source; vertex = targets.get(by[vertex] ^ 1)) {
            flow = Math.min(flow, left.get(by[vertex]));
        }
        for (int vertex = sink; vertex != source; vertex = targets.get(by[vertex] ^ 1)) {
            left.set(by[vertex], left.get(by[vertex]) - flow);
            left.set(by[vertex] ^ 1, left.get(by[vertex] ^ 1) + flow);
        }
    }
}
