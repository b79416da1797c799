package io.graphkernel.processor.pass.fusion;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.Flags;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Unites areas until no pattern fits any more: pattern by pattern, within a pattern first where most bytes stay, and
 * among equals small areas first, so that a long chain takes a number of rounds that grows with its logarithm.
 */
final class FusionSearch {

    /** How many readers of one memory are tried with each of them. */
    private static final int MOST_SIBLINGS = 4;

    /** A union that may be tried. */
    private record Candidate(Area a, Area b, double gain, int size, int number) implements Comparable<Candidate> {

        @Override
        public int compareTo(Candidate other) {
            int byGain = Double.compare(other.gain, gain);
            int bySize = byGain != 0 ? byGain : Integer.compare(size, other.size);
            return bySize != 0 ? bySize : Integer.compare(number, other.number);
        }
    }

    private final FusionPartition partition;
    private final AreaOrder order;
    private final Set<FusionPattern> patterns;
    private final Predicate<Area> allowed;
    private final long opLimit;
    private final long reduceDepth;
    /** By pattern, the best first. */
    private final Map<FusionPattern, PriorityQueue<Candidate>> queues = new EnumMap<>(FusionPattern.class);

    private int count;

    FusionSearch(FusionPartition partition, Set<FusionPattern> patterns, Predicate<Area> allowed, Flags flags) {
        this.partition = partition;
        this.order = partition.order();
        this.patterns = patterns;
        this.allowed = allowed;
        this.opLimit = flags.number(Flag.COMPOSITE_OP_LIMIT_SIZE);
        long depth = flags.number(Flag.REDUCE_FUSE_DEPTH);
        this.reduceDepth = depth < 0 ? Long.MAX_VALUE : depth;
    }

    /** Begins with the unions of some areas with their neighbours. */
    void run(Collection<Area> areas) {
        areas.forEach(area -> {
            order.next(area).forEach(next -> addEdge(area, next));
            addSiblings(area, MOST_SIBLINGS);
        });
        for (Candidate best = next(); best != null; best = next()) {
            if (order.contains(best.a) && order.contains(best.b)) {
                partition.unite(best.a, best.b).ifPresent(this::addNeighbours);
            }
        }
    }

    /** The best candidate of the first pattern that has any; null if there is none. */
    private Candidate next() {
        for (PriorityQueue<Candidate> queue : queues.values()) {
            if (!queue.isEmpty()) {
                return queue.remove();
            }
        }
        return null;
    }

    private void addNeighbours(Area area) {
        order.next(area).forEach(next -> addEdge(area, next));
        order.previous(area).forEach(previous -> addEdge(previous, area));
        addSiblings(area, 2 * MOST_SIBLINGS);
    }

    private void addEdge(Area producer, Area consumer) {
        pattern(producer, consumer).ifPresent(pattern -> add(producer, consumer, pattern));
    }

    /** The pattern by which two areas may be one; empty if none fits that is switched on. */
    private Optional<FusionPattern> pattern(Area producer, Area consumer) {
        Optional<FusionPattern.Edge> edge = partition.edge(producer, consumer, reduceDepth);
        return edge.isEmpty()
                ? Optional.of(FusionPattern.HORIZONTAL).filter(patterns::contains)
                : FusionPattern.of(edge.get(), patterns);
    }

    private void addSiblings(Area area, int most) {
        if (!patterns.contains(FusionPattern.HORIZONTAL)) {
            return;
        }
        Set<Area> siblings = new LinkedHashSet<>();
        for (Node memory : area.reads().keySet()) {
            if (!memory.shape().isScalar()) {
                collectSiblings(area, partition.readers().get(memory), most, siblings);
            }
        }
        siblings.forEach(sibling -> add(area, sibling, FusionPattern.HORIZONTAL));
    }

    /** The first readers of a memory, and the next ones after an area. */
    private static void collectSiblings(Area area, Collection<Area> readers, int most, Set<Area> siblings) {
        int first = 0;
        int later = -1;
        for (Area reader : readers) {
            if (reader == area) {
                later = 0;
            } else if (first < most || later >= 0) {
                siblings.add(reader);
                later += later >= 0 ? 1 : 0;
            }
            first++;
            if (later == most) {
                return;
            }
        }
    }

    private boolean mayUnite(Area area) {
        return !Refusal.isNoKernel(area) && allowed.test(area);
    }

    private void add(Area a, Area b, FusionPattern pattern) {
        int size = a.size() + b.size();
        if (size <= opLimit && mayUnite(a) && mayUnite(b)) {
            queues.computeIfAbsent(pattern, any -> new PriorityQueue<>())
                    .add(new Candidate(a, b, partition.gain(a, b), size, count++));
        }
    }
}
