package io.graphkernel.runtime;

import java.util.Locale;

/**
 * What a rank asks the others to compute with it. All ranks of a group ask for the same.
 *
 * @param kind what each rank gets
 * @param op how elements are combined; null for a kind that combines none
 * @param dtype the dtype of all elements
 * @param elements how many each rank gives: of a {@link Kind#BROADCAST}, how many the root gives
 * @param root the rank whose elements all get; 0 for kinds other than {@link Kind#BROADCAST}
 */
public record CollectiveRequest(Kind kind, ReduceOp op, DType dtype, long elements, int root) {

    /** What each rank gets. */
    public enum Kind {
        /** The elements of all ranks, combined. */
        ALL_REDUCE("AllReduce"),
        /** Its part of the elements of all ranks, combined: as many parts as ranks, in their order. */
        REDUCE_SCATTER("ReduceScatter"),
        /** The elements of all ranks, one after the other. */
        ALL_GATHER("AllGather"),
        /** The elements of the root. */
        BROADCAST("Broadcast"),
        /** Of each rank, in their order, the part that has this rank's number. */
        ALL_TO_ALL("AllToAll");

        private final String op;

        Kind(String op) {
            this.op = op;
        }

        /** The name of the op. */
        public String op() {
            return op;
        }

        /** Whether each rank's elements are cut into as many equal parts as there are ranks. */
        public boolean isInParts() {
            return this == REDUCE_SCATTER || this == ALL_TO_ALL;
        }
    }

    /** The elements of all ranks, combined. */
    public static CollectiveRequest allReduce(ReduceOp op, DType dtype, long elements) {
        return new CollectiveRequest(Kind.ALL_REDUCE, op, dtype, elements, 0);
    }

    /** Parts of the elements of all ranks, combined; their number is a multiple of that of the ranks. */
    public static CollectiveRequest reduceScatter(ReduceOp op, DType dtype, long elements) {
        return new CollectiveRequest(Kind.REDUCE_SCATTER, op, dtype, elements, 0);
    }

    /** The elements of all ranks, one after the other. */
    public static CollectiveRequest allGather(DType dtype, long elements) {
        return new CollectiveRequest(Kind.ALL_GATHER, null, dtype, elements, 0);
    }

    /** The elements of one rank. */
    public static CollectiveRequest broadcast(DType dtype, long elements, int root) {
        return new CollectiveRequest(Kind.BROADCAST, null, dtype, elements, root);
    }

    /** A part of the elements of each rank; their number is a multiple of that of the ranks. */
    public static CollectiveRequest allToAll(DType dtype, long elements) {
        return new CollectiveRequest(Kind.ALL_TO_ALL, null, dtype, elements, 0);
    }

    /** How many elements a rank gets, in a group of so many ranks. */
    public long resultElements(int ranks) {
        return switch (kind) {
            case ALL_REDUCE, BROADCAST, ALL_TO_ALL -> elements;
            case REDUCE_SCATTER -> elements / ranks;
            case ALL_GATHER -> elements * ranks;
        };
    }

    /** As in {@code sum of f32[4]} and {@code AllGather of f32[4]}. */
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
