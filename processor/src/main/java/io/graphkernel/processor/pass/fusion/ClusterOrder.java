package io.graphkernel.processor.pass.fusion;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/**
 * Topological order of the clusters, maintained incrementally while clusters are merged. A merge moves only the
 * clusters between the two that depend on one of them or that the other depends on, as in D. Pearce and P. Kelly, "A
 * dynamic topological sort algorithm for directed acyclic graphs", 2006.
 */
final class ClusterOrder {

    /**
     * Maximum number of dependent clusters between two that are merged if both have some, which bounds the time of a merge. If
     * one of the two has none, any number of clusters may be between.
     */
    private static final int MAX_BETWEEN = 256;

    private final Map<FusionCluster, Integer> positions;
    /** Position after all clusters. */
    private final int end;

    private final Map<FusionCluster, Set<FusionCluster>> next;
    private final Map<FusionCluster, Set<FusionCluster>> previous;

    /** Creates the order of clusters; ties are broken by the given order. */
    ClusterOrder(List<FusionCluster> clusters) {
        positions = new IdentityHashMap<>(clusters.size());
        next = new IdentityHashMap<>(clusters.size());
        previous = new IdentityHashMap<>(clusters.size());
        for (FusionCluster cluster : clusters) {
            positions.put(cluster, positions.size());
            next.put(cluster, new LinkedHashSet<>());
            previous.put(cluster, new LinkedHashSet<>());
        }
        end = clusters.size();
    }

    /** Requires that a cluster runs before another one. */
    void require(FusionCluster before, FusionCluster after) {
        if (before != after && next.get(before).add(after)) {
            previous.get(after).add(before);
        }
    }

    /** Sorts the clusters. Must be called after all requirements and before any query. */
    void sort() {
        if (isSorted()) {
            return;
        }
        Map<FusionCluster, Integer> open = new IdentityHashMap<>();
        PriorityQueue<FusionCluster> ready = new PriorityQueue<>(Comparator.comparing(positions::get));
        List<FusionCluster> initial = inOrder();
        for (FusionCluster cluster : initial) {
            open.put(cluster, previous.get(cluster).size());
            if (previous.get(cluster).isEmpty()) {
                ready.add(cluster);
            }
        }
        List<FusionCluster> sorted = new ArrayList<>();
        while (!ready.isEmpty()) {
            FusionCluster cluster = ready.remove();
            sorted.add(cluster);
            for (FusionCluster after : next.get(cluster)) {
                if (open.merge(after, -1, Integer::sum) == 0) {
                    ready.add(after);
                }
            }
        }
        if (sorted.size() < initial.size()) {
            throw new IllegalStateException("cyclic dependence between kernels");
        }
        for (int i = 0; i < sorted.size(); i++) {
            positions.put(sorted.get(i), i);
        }
    }

    private boolean isSorted() {
        return next.entrySet().stream()
                .allMatch(edge -> edge.getValue().stream().allMatch(after -> isBefore(edge.getKey(), after)));
    }

    boolean contains(FusionCluster cluster) {
        return positions.containsKey(cluster);
    }

    Collection<FusionCluster> next(FusionCluster cluster) {
        return next.get(cluster);
    }

    Collection<FusionCluster> previous(FusionCluster cluster) {
        return previous.get(cluster);
    }

    boolean isBefore(FusionCluster a, FusionCluster b) {
        return positions.get(a) < positions.get(b);
    }

    List<FusionCluster> inOrder() {
        FusionCluster[] clusters = new FusionCluster[end];
        positions.forEach((cluster, position) -> clusters[position] = cluster);
        return Stream.of(clusters).filter(Objects::nonNull).toList();
    }

    /**
     * Clusters between two others, which a merge moves: those that depend on the first, and those that the second depends on. If
     * none depends on the first, or the second on none, none has to move.
     *
     * @param isAtFirst true if the merger takes the position of the first cluster, and none moves
     */
    private record Between(Set<FusionCluster> afterFirst, Set<FusionCluster> beforeSecond, boolean isAtFirst) {}

    /** Returns a cluster that directly depends on the first one and that the second one directly depends on. */
    Optional<FusionCluster> between(FusionCluster a, FusionCluster b) {
        FusionCluster first = isBefore(a, b) ? a : b;
        FusionCluster second = first == a ? b : a;
        return next.get(first).stream()
                .filter(cluster -> previous.get(second).contains(cluster))
                .findFirst();
    }

    /** Returns true if a cluster between the two depends on the first and the second depends on it. */
    boolean isSeparated(FusionCluster a, FusionCluster b) {
        FusionCluster first = isBefore(a, b) ? a : b;
        return clustersBetween(first, first == a ? b : a).isEmpty();
    }

    /** Replaces two clusters by their merger. They must not be separated. */
    void merge(FusionCluster a, FusionCluster b, FusionCluster union) {
        FusionCluster first = isBefore(a, b) ? a : b;
        FusionCluster second = first == a ? b : a;
        Between between = clustersBetween(first, second).orElseThrow();
        place(union, first, second, between);
        next.put(union, joined(first, second, next, previous, union));
        previous.put(union, joined(first, second, previous, next, union));
        for (FusionCluster removed : List.of(first, second)) {
            positions.remove(removed);
            next.remove(removed);
            previous.remove(removed);
        }
    }

    /** Positions the merger of two clusters, and moves those between them. */
    private void place(FusionCluster union, FusionCluster first, FusionCluster second, Between between) {
        if (between.isAtFirst()) {
            positions.put(union, positions.get(first));
            return;
        }
        List<FusionCluster> moved = sorted(between.beforeSecond());
        List<Integer> free = new ArrayList<>(List.of(positions.get(first), positions.get(second)));
        moved.forEach(cluster -> free.add(positions.get(cluster)));
        List<FusionCluster> after = sorted(between.afterFirst());
        after.forEach(cluster -> free.add(positions.get(cluster)));
        Collections.sort(free);
        moved.add(union);
        moved.addAll(after);
        // The last position remains empty, so that the clusters after the merger move back as little as possible.
        for (int i = 0; i < moved.size(); i++) {
            int position = i < between.beforeSecond().size() ? i : i + 1;
            positions.put(moved.get(i), free.get(position));
        }
    }

    private static Set<FusionCluster> joined(
            FusionCluster first,
            FusionCluster second,
            Map<FusionCluster, Set<FusionCluster>> forward,
            Map<FusionCluster, Set<FusionCluster>> backward,
            FusionCluster union) {
        Set<FusionCluster> successors = new LinkedHashSet<>(forward.get(first));
        successors.addAll(forward.get(second));
        successors.remove(first);
        successors.remove(second);
        for (FusionCluster cluster : successors) {
            Set<FusionCluster> links = backward.get(cluster);
            links.remove(first);
            links.remove(second);
            links.add(union);
        }
        return successors;
    }

    private List<FusionCluster> sorted(Set<FusionCluster> clusters) {
        List<FusionCluster> list = new ArrayList<>(clusters);
        list.sort(Comparator.comparing(positions::get));
        return list;
    }

    /**
     * Returns the clusters between two; empty if a path leads from the first to the second through others, or if too
     * many are between.
     */
    private Optional<Between> clustersBetween(FusionCluster first, FusionCluster second) {
        int from = positions.get(first);
        int to = positions.get(second);
        Search after = search(first, second, next::get, position -> position < to);
        Search before = search(second, first, previous::get, position -> position > from);
        if (after.isSeparating() || before.isSeparating()) {
            return Optional.empty();
        }
        if (after.isComplete() && before.isComplete()) {
            return Optional.of(new Between(after.clusters(), before.clusters(), false));
        }
        return after.isEmpty() || before.isEmpty()
                ? Optional.of(new Between(Set.of(), Set.of(), before.isEmpty()))
                : Optional.empty();
    }

    /**
     * A search for the clusters that a start reaches without passing a target.
     *
     * @param clusters those found until the end
     * @param isSeparating true if one of them reaches the target
     * @param isComplete true if these are all
     */
    private record Search(Set<FusionCluster> clusters, boolean isSeparating, boolean isComplete) {

        boolean isEmpty() {
            return isComplete && clusters.isEmpty();
        }
    }

    private Search search(
            FusionCluster start,
            FusionCluster target,
            Function<FusionCluster, Set<FusionCluster>> links,
            IntPredicate inside) {
        Set<FusionCluster> seen = new LinkedHashSet<>();
        Deque<FusionCluster> open = new ArrayDeque<>();
        open.add(start);
        while (!open.isEmpty()) {
            FusionCluster cluster = open.remove();
            for (FusionCluster linked : links.apply(cluster)) {
                if (linked == target) {
                    if (cluster != start) {
                        return new Search(seen, true, false);
                    }
                } else if (inside.test(positions.get(linked)) && seen.add(linked)) {
                    open.add(linked);
                    if (seen.size() > MAX_BETWEEN) {
                        return new Search(seen, false, false);
                    }
                }
            }
        }
        return new Search(seen, false, true);
    }
}
