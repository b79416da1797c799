package io.graphkernel.runtime;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Request of a rank for a collective. All ranks of a group must issue equal requests.
 *
 * @param kind kind of collective
 * @param op reduction of the elements; null for a kind without one
 * @param dtype dtype of all elements
 * @param elements number of elements per rank; for a {@link Kind#BROADCAST}, that of the root
 * @param root rank that sends its elements to all; 0 for kinds other than {@link Kind#BROADCAST}
 */
public record CollectiveRequest(Kind kind, @Nullable ReduceOp op, DType dtype, long elements, int root) {

    /** Kind of collective, which decides the elements that each rank receives. */
    public enum Kind {
        /** Reduces the elements of all ranks. */
        ALL_REDUCE("AllReduce"),
        /** Reduces the elements of all ranks; each rank receives its shard. */
        REDUCE_SCATTER("ReduceScatter"),
        /** Concatenates the elements of all ranks. */
        ALL_GATHER("AllGather"),
        /** Sends the elements of the root to all ranks. */
        BROADCAST("Broadcast"),
        /** Sends the i-th shard of each rank's elements to rank i. */
        ALL_TO_ALL("AllToAll");

        private final String op;

        Kind(String op) {
            this.op = op;
        }

        /** Returns the name of the op. */
        public String op() {
            return op;
        }

        /** Returns true if the elements of each rank are split into one equal shard per rank. */
        public boolean isInParts() {
            return this == REDUCE_SCATTER || this == ALL_TO_ALL;
        }
    }

    /** Returns a request to reduce the elements of all ranks. */
    public static CollectiveRequest allReduce(ReduceOp op, DType dtype, long elements) {
        return new CollectiveRequest(Kind.ALL_REDUCE, op, dtype, elements, 0);
    }

    /** Returns a request for shards of the reduced elements, whose number is a multiple of the number of ranks. */
    public static CollectiveRequest reduceScatter(ReduceOp op, DType dtype, long elements) {
        return new CollectiveRequest(Kind.REDUCE_SCATTER, op, dtype, elements, 0);
    }

    /** Returns a request to concatenate the elements of all ranks. */
    public static CollectiveRequest allGather(DType dtype, long elements) {
        return new CollectiveRequest(Kind.ALL_GATHER, null, dtype, elements, 0);
    }

    /** Returns a request for the elements of one rank. */
    public static CollectiveRequest broadcast(DType dtype, long elements, int root) {
        return new CollectiveRequest(Kind.BROADCAST, null, dtype, elements, root);
    }

    /** Returns a request for one shard of each rank's elements, whose number is a multiple of the number of ranks. */
    public static CollectiveRequest allToAll(DType dtype, long elements) {
        return new CollectiveRequest(Kind.ALL_TO_ALL, null, dtype, elements, 0);
    }

    /** Returns the number of elements that each rank receives. */
    public long resultElements(int ranks) {
        return switch (kind) {
            case ALL_REDUCE, BROADCAST, ALL_TO_ALL -> elements;
            case REDUCE_SCATTER -> elements / ranks;
            case ALL_GATHER -> elements * ranks;
        };
    }

    /** Formatted as {@code sum of f32[4]} and {@code AllGather of f32[4]}. */
    @Override
    public String toString() {
        String reduction = op == null ? "" : op.name().toLowerCase(Locale.ROOT);
        String what = switch (kind) {
            case ALL_REDUCE -> reduction;
            case REDUCE_SCATTER -> kind.op() + " by " + reduction;
            case BROADCAST -> kind.op() + " from rank " + root;
            case ALL_GATHER, ALL_TO_ALL -> kind.op();
        };
        return what + " of " + dtype + "[" + elements + "]";
    }
}
