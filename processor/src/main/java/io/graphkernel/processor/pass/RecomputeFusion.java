package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.loop.Traffic;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.Flags;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Computes cheap values again in the kernels that read them instead of storing them, where that moves fewer bytes: the
 * gradient of a layer normalization sums over columns what its rows have computed, and both read the same two tensors.
 */
public final class RecomputeFusion implements GraphPass {

    /** Vector instructions that cost as much as moving a cache line between memory and a core that others share it with. */
    private static final double INSTRUCTIONS_PER_LINE = 8;

    private static final double LINE_BYTES = 64;

    /** Each trial rebuilds the whole graph: a number that does not grow with it keeps the time linear. */
    private static final int MOST_TRIALS = 24;

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
        if (graph.operations().stream().anyMatch(node -> node.shape().isOpen())) {
            return graph;
        }
        Graph current = graph;
        Set<Node> tried = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int trial = 0; trial < MOST_TRIALS; trial++) {
            FusionPartition partition = new FusionPartition(current, context);
            Optional<Recomputation> best = best(current, partition, tried);
            if (best.isEmpty()) {
                return current;
            }
            tried.add(best.get().value());
            Recomputation.Trial next = best.get().apply();
            Optional<Graph> better = better(current, next, best.get(), context);
            if (better.isPresent()) {
                current = better.get();
                tried = next.replaced(tried);
            }
        }
        return current;
    }

    /** The value whose storing costs most, among those that were not tried and may gain. */
    private static Optional<Recomputation> best(Graph graph, FusionPartition partition, Set<Node> tried) {
        List<Recomputation> candidates = new ArrayList<>();
        for (Node value : graph.operations()) {
            if (!tried.contains(value)) {
                Recomputation.of(graph, partition, value)
                        .filter(candidate -> pays(candidate, candidate.mostGain()))
                        .ifPresent(candidates::add);
            }
        }
        return candidates.stream()
                .reduce((a, b) -> Comparator.comparing(Recomputation::mostGain).compare(b, a) > 0 ? b : a);
    }

    private static boolean pays(Recomputation candidate, double bytes) {
        return bytes > 0 && candidate.instructions() <= INSTRUCTIONS_PER_LINE * bytes / LINE_BYTES;
    }

    /** The graph after a trial with what can be fused then, if it moves fewer bytes. */
    private static Optional<Graph> better(
            Graph current, Recomputation.Trial trial, Recomputation candidate, PassContext context) {
        FusionPartition partition = new FusionPartition(trial.graph(), context);
        List<Area> touched =
                trial.touched().stream().map(partition::areaOf).distinct().toList();
        new FusionSearch(partition, FusionPattern.enabled(context.unheard()), area -> true, context.flags())
                .run(touched);
        double gain = Traffic.of(current) - Traffic.of(partition.ordered());
        return pays(candidate, gain) && partition.isSound(trial.touched())
                ? Optional.of(partition.ordered())
                : Optional.empty();
    }
}
