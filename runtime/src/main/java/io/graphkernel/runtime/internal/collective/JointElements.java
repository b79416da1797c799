package io.graphkernel.runtime.internal.collective;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.memory.RawElements;
import java.util.Arrays;

/**
 * The elements that a collective makes, once each, however many ranks get them. They have an order, and any part of it
 * may be computed by itself: from the memory of all ranks, into that of those who want them.
 */
public final class JointElements {
    private JointElements() {}

    /**
     * Fails for a request that a group cannot compute.
     *
     * @throws InvalidArgumentException if the elements are not a multiple of the ranks where they are cut into parts, or
     *     the group has no such root
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

    /** How many there are, in a group of so many ranks. */
    public static long count(CollectiveRequest request, int ranks) {
        return switch (request.kind()) {
            case ALL_REDUCE, BROADCAST, REDUCE_SCATTER -> request.elements();
            case ALL_GATHER, ALL_TO_ALL -> request.elements() * ranks;
        };
    }

    /**
     * Computes a part of them.
     *
     * @param sources the address of each rank's elements; of a broadcast, that of the root is enough
     * @param targets where each rank's result goes; 0 for a rank whose result is not wanted
     * @param begin the first element
     * @param end the element after the last
     */
    public static void compute(CollectiveRequest request, long[] sources, long[] targets, long begin, long end) {
        switch (request.kind()) {
            case ALL_REDUCE -> {
                long[] wanted = wanted(targets);
                Combination.combine(request.op(), request.dtype(), sources, wanted, begin, end);
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
        long part = request.elements() / sources.length;
        for (int rank = 0; rank < sources.length; rank++) {
            long first = Math.max(begin, rank * part);
            long last = Math.min(end, (rank + 1) * part);
            if (first < last && targets[rank] != 0) {
                long[] target = {targets[rank] - rank * part * request.dtype().bytes()};
                Combination.combine(request.op(), request.dtype(), sources, target, first, last);
            }
        }
    }

    private static void gather(CollectiveRequest request, long[] sources, long[] targets, long begin, long end) {
        long each = request.elements();
        long[] wanted = wanted(targets);
        for (int rank = 0; rank < sources.length; rank++) {
            long first = Math.max(begin, rank * each);
            long last = Math.min(end, (rank + 1) * each);
            if (first < last) {
                copy(sources[rank] - rank * each * request.dtype().bytes(), wanted, request.dtype(), first, last);
            }
        }
    }

    private static void exchange(CollectiveRequest request, long[] sources, long[] targets, long begin, long end) {
        int ranks = sources.length;
        long part = request.elements() / ranks;
        for (int to = 0; to < ranks; to++) {
            for (int from = 0; from < ranks && targets[to] != 0; from++) {
                long joint = to * request.elements() + from * part;
                long first = Math.max(begin, joint) - joint;
                long last = Math.min(end, joint + part) - joint;
                if (first < last) {
                    long bytes = request.dtype().bytes();
                    RawElements.copy(
                            sources[from] + (to * part + first) * bytes,
                            targets[to] + (from * part + first) * bytes,
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
