package io.graphkernel.processor.pass.fusion;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.PassContext;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
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
            Recomputation best = round.candidates.poll();
            if (best == null) {
                break;
            }
            round.tried.add(best.value());
            Recomputation.Trial next = best.apply();
            Optional<Graph> better = better(round, next, best, context);
            if (better.isPresent()) {
                round = new Round(better.get(), context, next.replaced(round.tried));
            }
        }
        return round.graph;
    }

    /** A graph with the values that may be computed again in it, those first whose storing costs most. */
    private static final class Round {

        private final Graph graph;
        private final double bytes;
        private final Set<Node> tried = Collections.newSetFromMap(new IdentityHashMap<>());
        private final Deque<Recomputation> candidates = new ArrayDeque<>();

        Round(Graph graph, PassContext context, Set<Node> tried) {
            this.graph = graph;
            this.tried.addAll(tried);
            FusionPartition partition = new FusionPartition(graph, context);
            this.bytes = partition.bytes();
            graph.operations().stream()
                    .filter(value -> !tried.contains(value))
                    .flatMap(value -> Recomputation.of(graph, partition, value).stream())
                    .filter(candidate -> candidate.pays(candidate.mostGain()))
                    .sorted(Comparator.comparing(Recomputation::mostGain).reversed())
                    .forEach(candidates::add);
        }
    }

    /** The graph after a trial with what can be fused then, if it moves fewer bytes. */
    private static Optional<Graph> better(
            Round round, Recomputation.Trial trial, Recomputation candidate, PassContext context) {
        FusionPartition partition = new FusionPartition(trial.graph(), context);
        List<Area> touched =
                trial.touched().stream().map(partition::areaOf).distinct().toList();
        new FusionSearch(partition, FusionPattern.enabled(context.unheard()), area -> true, context.flags())
                .run(touched);
        return candidate.pays(round.bytes - partition.bytes()) && partition.isSound(trial.touched())
                ? Optional.of(partition.ordered())
                : Optional.empty();
    }
}
