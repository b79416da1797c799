package io.graphkernel.runtime.internal.collective;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.memory.RawElements;
import java.util.Arrays;

/**
 * Definition of the elements that a collective produces, counted once even if several ranks receive them. They are
 * ordered, and any range of them can be computed independently: from the memory of all ranks to that of the receivers.
 */
public final class CollectiveSemantics {
    private CollectiveSemantics() {}

    /**
     * Checks that a group can compute a request.
     *
     * @throws InvalidArgumentException if the elements cannot be split into equal shards, or the group has no such root
     */
    public static void require(CollectiveRequest request, int ranks, String group) {
        if (request.kind().isInParts() && request.elements() % ranks != 0) {
            throw new InvalidArgumentException(
                    RuntimeProblem.UNEQUAL_PARTS, request.kind().op(), request.elements(), ranks, group);
        }
        if (request.root() < 0 || request.root() >= ranks) {
            throw new CommunicatorException(
                    RuntimeProblem.NO_SUCH_RANK, request.kind().op(), group, request.root(), ranks);
        }
    }

    /** Returns the number of distinct elements in a group of ranks. */
    public static long count(CollectiveRequest request, int ranks) {
        return switch (request.kind()) {
            case ALL_REDUCE, BROADCAST, REDUCE_SCATTER -> request.elements();
            case ALL_GATHER, ALL_TO_ALL -> request.elements() * ranks;
        };
    }

    /**
     * Computes a range of elements.
     *
     * @param sources addresses of the elements of each rank; a broadcast only needs that of the root
     * @param targets addresses of the results of each rank; 0 to skip a rank
     * @param begin index of the first element
     * @param end index after the last element
     */
    public static void compute(CollectiveRequest request, long[] sources, long[] targets, long begin, long end) {
        switch (request.kind()) {
            case ALL_REDUCE -> {
                long[] receivers = wanted(targets);
                ElementwiseCombiner.combine(request.op(), request.dtype(), sources, receivers, begin, end);
            }
            case REDUCE_SCATTER -> reduceParts(request, sources, targets, begin, end);
            case ALL_GATHER -> gather(request, sources, targets, begin, end);
            case BROADCAST -> copy(sources[request.root()], wanted(targets), request.dtype(), begin, end);
            case ALL_TO_ALL -> exchange(request, sources, targets, begin, end);
        }
    }

    private static long[] wanted(long[] targets) {
        return Arrays.stream(targets).filter(target -> target != 0).toArray();
    }

    private static void reduceParts(CollectiveRequest request, long[] sources, long[] targets, long begin, long end) {
        long shardElements = request.elements() / sources.length;
        for (int rank = 0; rank < sources.length; rank++) {
            long first = Math.max(begin, rank * shardElements);
            long last = Math.min(end, (rank + 1) * shardElements);
            if (first < last && targets[rank] != 0) {
                long[] target = {
                    targets[rank] - rank * shardElements * request.dtype().bytes()
                };
                ElementwiseCombiner.combine(request.op(), request.dtype(), sources, target, first, last);
            }
        }
    }

    private static void gather(CollectiveRequest request, long[] sources, long[] targets, long begin, long end) {
        long elements = request.elements();
        long[] receivers = wanted(targets);
        for (int rank = 0; rank < sources.length; rank++) {
            long first = Math.max(begin, rank * elements);
            long last = Math.min(end, (rank + 1) * elements);
            if (first < last) {
                copy(
                        sources[rank] - rank * elements * request.dtype().bytes(),
                        receivers,
                        request.dtype(),
                        first,
                        last);
            }
        }
    }

    private static void exchange(CollectiveRequest request, long[] sources, long[] targets, long begin, long end) {
        int ranks = sources.length;
        long shardElements = request.elements() / ranks;
        for (int to = 0; to < ranks; to++) {
            for (int from = 0; from < ranks && targets[to] != 0; from++) {
                long joint = to * request.elements() + from * shardElements;
                long first = Math.max(begin, joint) - joint;
                long last = Math.min(end, joint + shardElements) - joint;
                if (first < last) {
                    long bytes = request.dtype().bytes();
                    RawElements.copy(
                            sources[from] + (to * shardElements + first) * bytes,
                            targets[to] + (from * shardElements + first) * bytes,
                            (last - first) * bytes);
                }
            }
        }
    }

    private static void copy(long source, long[] targets, DType dtype, long begin, long end) {
        for (long target : targets) {
            if (target != source) {
                RawElements.copy(
                        source + begin * dtype.bytes(), target + begin * dtype.bytes(), (end - begin) * dtype.bytes());
            }
        }
    }
}
