package io.graphkernel.processor.pass.fusion;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.Flags;
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
 * Computes cheap values again in the kernels that read them instead of storing them, where that moves fewer bytes: the
 * gradient of a layer normalization of few rows sums over columns what its rows have computed, and both read the same two
 * tensors.
 */
public final class RecomputeFusion implements GraphPass {

    /** Each trial rebuilds the whole graph: a number that does not grow with it keeps the time linear. */
    private static final int MOST_TRIALS = 12;

    @Override
    public String name() {
        return "recompute_fusion";
    }

    @Override
    public int level() {
        return 2;
    }

    @Override
    public boolean runsBy(Flags flags) {
        return flags.isOn(Flag.ENABLE_RECOMPUTE_FUSION);
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        if (graph.operations().stream().anyMatch(node -> node.shape().isRankless())) {
            return graph;
        }
        Round round = new Round(graph, context, Set.of());
        for (int trial = 0; trial < MOST_TRIALS; trial++) {
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
                round.separate(best);
            } else {
                round.setTried(best);
            }
        }
        return round.graph;
    }

    /**
     * A graph with the values that may be computed again in it, those first whose storing costs most. Those that are alike, and
     * change different kernels, are tried together: in a network as many as it has layers.
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
            Map<Recomputation.Likeness, List<Recomputation>> alike = new LinkedHashMap<>();
            for (Node value : graph.operations()) {
                if (!tried.contains(value)) {
                    Recomputation.of(graph, partition, value).stream()
                            .filter(candidate -> Recomputation.pay(List.of(candidate), candidate.mostGain()))
                            .forEach(candidate -> alike.computeIfAbsent(candidate.likeness(), any -> new ArrayList<>())
                                    .add(candidate));
                }
            }
            alike.entrySet().stream()
                    .sorted(Comparator.comparing((Map.Entry<Recomputation.Likeness, ?> entry) ->
                                    entry.getKey().mostGain())
                            .reversed())
                    .forEach(entry -> candidates.addAll(apart(entry.getValue())));
        }

        /** Parts in which no two change the same kernel. */
        private static List<List<Recomputation>> apart(List<Recomputation> alike) {
            List<List<Recomputation>> parts = new ArrayList<>();
            List<Recomputation> left = alike;
            while (!left.isEmpty()) {
                List<Recomputation> part = new ArrayList<>();
                List<Recomputation> others = new ArrayList<>();
                Set<Area> changed = new HashSet<>();
                for (Recomputation each : left) {
                    boolean apart = Collections.disjoint(each.areas(), changed);
                    (apart ? part : others).add(each);
                    changed.addAll(apart ? each.areas() : Set.of());
                }
                parts.add(part);
                left = others;
            }
            return parts;
        }

        /** After a failure together the first is tried alone at once, and the others when all else is tried. */
        void separate(List<Recomputation> together) {
            candidates.addFirst(List.of(together.get(0)));
            together.stream().skip(1).forEach(each -> candidates.addLast(List.of(each)));
        }

        void setTried(List<Recomputation> done) {
            done.forEach(candidate -> tried.add(candidate.value()));
        }
    }

    /** The graph after a trial with what can be fused then, if it moves fewer bytes. */
    private static Optional<Graph> better(
            Round round, Recomputation.Trial trial, List<Recomputation> candidates, PassContext context) {
        FusionPartition partition = new FusionPartition(trial.graph(), context);
        List<Area> touched =
                trial.touched().stream().map(partition::areaOf).distinct().toList();
        new FusionSearch(partition, FusionPattern.enabled(context.unheard()), area -> true, context.flags())
                .run(touched);
        return Recomputation.pay(candidates, round.bytes - partition.bytes()) && partition.isSound(trial.touched())
                ? Optional.of(partition.ordered())
                : Optional.empty();
    }
}
