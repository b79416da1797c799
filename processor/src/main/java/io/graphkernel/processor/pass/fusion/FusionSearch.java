package io.graphkernel.processor.pass.fusion;

import io.graphkernel.graph.Node;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagValues;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Greedy merging of clusters until no pattern matches: by pattern, then by saved bytes, then smaller clusters first, so
 * that long chains need logarithmically many rounds.
 */
final class FusionSearch {

    /** Maximum number of readers of one buffer that are tried with each other. */
    private static final int MAX_SIBLINGS = 4;

    /** A candidate merge. */
    private record Candidate(FusionCluster a, FusionCluster b, double gain, int size, int number)
            implements Comparable<Candidate> {

        @Override
        public int compareTo(Candidate other) {
            int byGain = Double.compare(other.gain, gain);
            int bySize = byGain != 0 ? byGain : Integer.compare(size, other.size);
            return bySize != 0 ? bySize : Integer.compare(number, other.number);
        }
    }

    private final FusionPartition partition;
    private final ClusterOrder order;
    private final Set<FusionPattern> patterns;
    private final Predicate<FusionCluster> allowed;
    private final long opLimit;
    private final long reduceDepth;
    /** Candidates by pattern, the best first. */
    private final Map<FusionPattern, PriorityQueue<Candidate>> queues = new EnumMap<>(FusionPattern.class);

    private int count;

    FusionSearch(
            FusionPartition partition,
            Set<FusionPattern> patterns,
            Predicate<FusionCluster> allowed,
            FlagValues flags) {
        this.partition = partition;
        this.order = partition.order();
        this.patterns = patterns;
        this.allowed = allowed;
        this.opLimit = flags.number(Flag.COMPOSITE_OP_LIMIT_SIZE);
        long depth = flags.number(Flag.REDUCE_FUSE_DEPTH);
        this.reduceDepth = depth < 0 ? Long.MAX_VALUE : depth;
    }

    /** Merges clusters, starting with the candidates of the given ones. */
    void run(Collection<FusionCluster> clusters) {
        clusters.forEach(cluster -> {
            order.next(cluster).forEach(next -> addEdge(cluster, next));
            addSiblings(cluster, MAX_SIBLINGS);
        });
        for (Candidate best = next(); best != null; best = next()) {
            if (order.contains(best.a) && order.contains(best.b)) {
                partition.merge(best.a, best.b).ifPresent(this::addNeighbours);
            }
        }
    }

    /** Returns the best candidate of the first pattern that has any; null if there is none. */
    private Candidate next() {
        for (PriorityQueue<Candidate> queue : queues.values()) {
            if (!queue.isEmpty()) {
                return queue.remove();
            }
        }
        return null;
    }

    private void addNeighbours(FusionCluster cluster) {
        order.next(cluster).forEach(next -> addEdge(cluster, next));
        order.previous(cluster).forEach(previous -> addEdge(previous, cluster));
        addSiblings(cluster, 2 * MAX_SIBLINGS);
    }

    private void addEdge(FusionCluster producer, FusionCluster consumer) {
        pattern(producer, consumer).ifPresent(pattern -> add(producer, consumer, pattern));
    }

    /** Returns the first enabled pattern by which two clusters may be merged. */
    private Optional<FusionPattern> pattern(FusionCluster producer, FusionCluster consumer) {
        Optional<FusionPattern.Edge> edge = partition.edge(producer, consumer, reduceDepth);
        return edge.isEmpty()
                ? Optional.of(FusionPattern.HORIZONTAL).filter(patterns::contains)
                : FusionPattern.of(edge.get(), patterns);
    }

    private void addSiblings(FusionCluster cluster, int maxSiblings) {
        if (!patterns.contains(FusionPattern.HORIZONTAL)) {
            return;
        }
        Set<FusionCluster> siblings = new LinkedHashSet<>();
        for (Node memory : cluster.reads().keySet()) {
            if (!memory.shape().isScalar()) {
                collectSiblings(cluster, partition.readers().get(memory), maxSiblings, siblings);
            }
        }
        siblings.forEach(sibling -> add(cluster, sibling, FusionPattern.HORIZONTAL));
    }

    /** Adds the first readers of a buffer, and those following a cluster. */
    private static void collectSiblings(
            FusionCluster cluster, Collection<FusionCluster> readers, int maxSiblings, Set<FusionCluster> siblings) {
        int first = 0;
        int later = -1;
        for (FusionCluster reader : readers) {
            if (reader == cluster) {
                later = 0;
            } else if (first < maxSiblings || later >= 0) {
                siblings.add(reader);
                later += later >= 0 ? 1 : 0;
            }
            first++;
            if (later == maxSiblings) {
                return;
            }
        }
    }

    private boolean mayMerge(FusionCluster cluster) {
        return !FusionFailure.isNoKernel(cluster) && allowed.test(cluster);
    }

    private void add(FusionCluster a, FusionCluster b, FusionPattern pattern) {
        int size = a.size() + b.size();
        if (size <= opLimit && mayMerge(a) && mayMerge(b)) {
            queues.computeIfAbsent(pattern, key -> new PriorityQueue<>())
                    .add(new Candidate(a, b, partition.savedBytes(a, b), size, count++));
        }
    }
}
