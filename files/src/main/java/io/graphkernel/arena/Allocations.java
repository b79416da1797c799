package io.graphkernel.arena;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The pieces of an arena: the size of each, as a number in a list of sizes that is known later, and the phases of the plan
 * from its first write to its last read. What runs in one phase runs at the same time, so that pieces with a phase in common
 * must not overlap.
 */
public final class Allocations {
    private final int[] sizes;
    private final int[] first;
    private final int[] last;

    private Allocations(int count) {
        sizes = new int[count];
        first = new int[count];
        last = new int[count];
    }

    /**
     * One piece.
     *
     * @param size which of the sizes it has, from 0
     * @param first the phase that writes it first, from 0
     * @param last the phase that reads it last, not before the first
     */
    public record Piece(int size, int first, int last) {}

    /**
     * The pieces of an arena.
     *
     * @param pieces in any order
     * @return the same, in this order
     */
    public static Allocations of(List<Piece> pieces) {
        Allocations all = new Allocations(pieces.size());
        for (int i = 0; i < pieces.size(); i++) {
            Piece piece = pieces.get(i);
            if (piece.size() < 0 || piece.first() < 0 || piece.last() < piece.first()) {
                throw new IllegalArgumentException(piece.toString());
            }
            all.sizes[i] = piece.size();
            all.first[i] = piece.first();
            all.last[i] = piece.last();
        }
        return all;
    }

    /**
     * Reads the text form.
     *
     * @param text what {@link #toString} gives
     * @return the pieces
     */
    public static Allocations parse(String text) {
        List<Piece> pieces = new ArrayList<>();
        for (String piece : text.isEmpty() ? new String[0] : text.split(" ")) {
            String[] numbers = piece.split("[:-]");
            pieces.add(new Piece(
                    Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]), Integer.parseInt(numbers[2])));
        }
        return of(pieces);
    }

    /**
     * The pieces one by one.
     *
     * @return in their order
     */
    public List<Piece> all() {
        List<Piece> pieces = new ArrayList<>();
        for (int i = 0; i < sizes.length; i++) {
            pieces.add(new Piece(sizes[i], first[i], last[i]));
        }
        return pieces;
    }

    /**
     * The number of pieces.
     *
     * @return 0 for an arena without any
     */
    public int count() {
        return sizes.length;
    }

    /**
     * The most bytes that live at the same time: no arena is smaller.
     *
     * @param bytes the sizes, in bytes
     * @return the largest sum over the phases, each piece in whole units of {@link ArenaLayout#ALIGNMENT}
     */
    public long bound(long[] bytes) {
        long largest = 0;
        for (long live : liveBytes(bytes)) {
            largest = Math.max(largest, live);
        }
        return largest;
    }

    /** The bytes that live in each phase, and 0 at the end. */
    long[] liveBytes(long[] bytes) {
        long[] live = new long[Arrays.stream(last).max().orElse(-1) + 2];
        for (int i = 0; i < sizes.length; i++) {
            live[first[i]] += ArenaLayout.aligned(bytes[sizes[i]]);
            live[last[i] + 1] -= ArenaLayout.aligned(bytes[sizes[i]]);
        }
        for (int phase = 1; phase < live.length; phase++) {
            live[phase] += live[phase - 1];
        }
        return live;
    }

    /** The size of a piece in the list of sizes. */
    int size(int piece) {
        return sizes[piece];
    }

    int first(int piece) {
        return first[piece];
    }

    int last(int piece) {
        return last[piece];
    }

    /** Whether two pieces live at the same time. */
    boolean meet(int a, int b) {
        return first[a] <= last[b] && first[b] <= last[a];
    }

    /** As in {@code 0:0-1 1:1-3}: the size and the phases of each piece. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < sizes.length; i++) {
            text.append(i == 0 ? "" : " ")
                    .append(sizes[i])
                    .append(':')
                    .append(first[i])
                    .append('-')
                    .append(last[i]);
        }
        return text.toString();
    }
}
