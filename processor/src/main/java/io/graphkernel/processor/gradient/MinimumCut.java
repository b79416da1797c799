package io.graphkernel.processor.gradient;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Minimum cut between a source and a sink, by maximum flow along shortest paths (Edmonds and Karp, 1972). Of several
 * minimum cuts it finds the one nearest to the sink, independently of the order of edges.
 */
final class MinimumCut {

    /** Capacity that exceeds the sum of all finite ones. */
    static final long INFINITE = Long.MAX_VALUE / 4;

    private final List<Integer> targets = new ArrayList<>();
    private final List<Long> residuals = new ArrayList<>();
    private final List<List<Integer>> edges = new ArrayList<>();

    /** Adds a vertex and returns its index, counted from 0. */
    int vertex() {
        edges.add(new ArrayList<>());
        return edges.size() - 1;
    }

    /**
     * Adds an edge.
     *
     * @param capacity cost of cutting the edge, nonnegative
     */
    void edge(int from, int to, long capacity) {
        addHalfEdge(from, to, capacity);
        addHalfEdge(to, from, 0);
    }

    private void addHalfEdge(int from, int to, long capacity) {
        edges.get(from).add(targets.size());
        targets.add(to);
        residuals.add(capacity);
    }

    /**
     * Computes the cut.
     *
     * @return true for each vertex on the source side
     */
    boolean[] cut(int source, int sink) {
        while (true) {
            int[] edgeTo = reach(source);
            if (edgeTo[sink] < 0) {
                return withoutPathTo(sink);
            }
            augment(edgeTo, source, sink);
        }
    }

    /** Returns true for each vertex without a path to the sink in the residual graph. */
    private boolean[] withoutPathTo(int sink) {
        boolean[] unreachable = new boolean[edges.size()];
        Arrays.fill(unreachable, true);
        unreachable[sink] = false;
        Deque<Integer> queue = new ArrayDeque<>(List.of(sink));
        while (!queue.isEmpty()) {
            for (int edge : edges.get(queue.poll())) {
                int predecessor = targets.get(edge);
                if (residuals.get(edge ^ 1) > 0 && unreachable[predecessor]) {
                    unreachable[predecessor] = false;
                    queue.add(predecessor);
                }
            }
        }
        return unreachable;
    }

    /** Returns for each vertex the edge of a breadth-first search over which it was reached, or -1. */
    private int[] reach(int source) {
        int[] edgeTo = new int[edges.size()];
        Arrays.fill(edgeTo, -1);
        Deque<Integer> queue = new ArrayDeque<>(List.of(source));
        while (!queue.isEmpty()) {
            int vertex = queue.poll();
            for (int edge : edges.get(vertex)) {
                int target = targets.get(edge);
                if (residuals.get(edge) > 0 && edgeTo[target] < 0 && target != source) {
                    edgeTo[target] = edge;
                    queue.add(target);
                }
            }
        }
        return edgeTo;
    }

    private void augment(int[] edgeTo, int source, int sink) {
        long flow = Long.MAX_VALUE;
        for (int vertex = sink; vertex != source; vertex = targets.get(edgeTo[vertex] ^ 1)) {
            flow = Math.min(flow, residuals.get(edgeTo[vertex]));
        }
        for (int vertex = sink; vertex != source; vertex = targets.get(edgeTo[vertex] ^ 1)) {
            residuals.set(edgeTo[vertex], residuals.get(edgeTo[vertex]) - flow);
            residuals.set(edgeTo[vertex] ^ 1, residuals.get(edgeTo[vertex] ^ 1) + flow);
        }
    }
}
