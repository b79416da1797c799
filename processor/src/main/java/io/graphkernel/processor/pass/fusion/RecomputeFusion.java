package io.graphkernel.processor.pass.fusion;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.PassContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Recomputes cheap values in the kernels that read them instead of storing them if that saves memory traffic. For
 * example, the gradient of a layer normalization of few rows sums intermediate values of its rows over columns, and
 * both read the same two tensors.
 */
public final class RecomputeFusion implements GraphPass {

    /** Maximum number of trials. Each one rebuilds the whole graph; a constant limit keeps the time linear. */
    private static final int MAX_TRIALS = 12;

    @Override
    public String name() {
        return "recompute_fusion";
    }

    @Override
    public int level() {
        return 2;
    }

    @Override
    public boolean isEnabledBy(FlagValues flags) {
        return flags.isOn(Flag.ENABLE_RECOMPUTE_FUSION);
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        if (graph.operations().stream().anyMatch(node -> node.shape().isUnranked())) {
            return graph;
        }
        Round round = new Round(graph, context, Set.of());
        for (int trial = 0; trial < MAX_TRIALS; trial++) {
            List<Recomputation> best = round.candidates.poll();
            if (best == null) {
                break;
            }
            Recomputation.Trial next = Recomputation.apply(best);
            Optional<Graph> better = better(round, next, best, context);
            if (better.isPresent()) {
                round.setTried(best);
                round = new Round(better.get(), context, next.replaced(round.tried));
            } else if (best.size() > 1) {
                round.split(best);
            } else {
                round.setTried(best);
            }
        }
        return round.graph;
    }

    /**
     * A graph with its candidates for recomputation, in order of the storage cost. Corresponding candidates that change
     * different kernels, one per layer of a network, are tried together.
     */
    private static final class Round {

        private final Graph graph;
        private final double bytes;
        private final Set<Node> tried = Collections.newSetFromMap(new IdentityHashMap<>());
        private final Deque<List<Recomputation>> candidates = new ArrayDeque<>();

        Round(Graph graph, PassContext context, Set<Node> tried) {
            this.graph = graph;
            this.tried.addAll(tried);
            FusionPartition partition = new FusionPartition(graph, context);
            this.bytes = partition.bytes();
            Map<Recomputation.Signature, List<Recomputation>> alike = new LinkedHashMap<>();
            for (Node value : graph.operations()) {
                if (!tried.contains(value)) {
                    Recomputation.of(graph, partition, value).stream()
                            .filter(candidate ->
                                    Recomputation.isProfitable(List.of(candidate), candidate.maxSavedBytes()))
                            .forEach(candidate -> alike.computeIfAbsent(candidate.signature(), key -> new ArrayList<>())
                                    .add(candidate));
                }
            }
            alike.entrySet().stream()
                    .sorted(Comparator.comparing((Map.Entry<Recomputation.Signature, ?> entry) ->
                                    entry.getKey().maxSavedBytes())
                            .reversed())
                    .forEach(entry -> candidates.addAll(disjointSubsets(entry.getValue())));
        }

        /** Returns subsets in which no two candidates change the same kernel. */
        private static List<List<Recomputation>> disjointSubsets(List<Recomputation> alike) {
            List<List<Recomputation>> subsets = new ArrayList<>();
            List<Recomputation> remaining = alike;
            while (!remaining.isEmpty()) {
                List<Recomputation> subset = new ArrayList<>();
                List<Recomputation> deferred = new ArrayList<>();
                Set<FusionCluster> changed = new HashSet<>();
                for (Recomputation candidate : remaining) {
                    boolean disjoint = Collections.disjoint(candidate.clusters(), changed);
                    (disjoint ? subset : deferred).add(candidate);
                    changed.addAll(disjoint ? candidate.clusters() : Set.of());
                }
                subsets.add(subset);
                remaining = deferred;
            }
            return subsets;
        }

        /** Splits a failed subset: its first candidate is tried next, the others last. */
        void split(List<Recomputation> together) {
            candidates.addFirst(List.of(together.get(0)));
            together.stream().skip(1).forEach(candidate -> candidates.addLast(List.of(candidate)));
        }

        void setTried(List<Recomputation> done) {
            done.forEach(candidate -> tried.add(candidate.value()));
        }
    }

    /** Returns the graph after a trial with the fusions that it enables, if it moves fewer bytes. */
    private static Optional<Graph> better(
            Round round, Recomputation.Trial trial, List<Recomputation> candidates, PassContext context) {
        FusionPartition partition = new FusionPartition(trial.graph(), context);
        List<FusionCluster> touched =
                trial.touched().stream().map(partition::clusterOf).distinct().toList();
        new FusionSearch(partition, FusionPattern.enabled(context.withoutDecisions()), cluster -> true, context.flags())
                .run(touched);
        return Recomputation.isProfitable(candidates, round.bytes - partition.bytes())
                        && partition.isFeasible(trial.touched())
                ? Optional.of(partition.ordered())
                : Optional.empty();
    }
}
