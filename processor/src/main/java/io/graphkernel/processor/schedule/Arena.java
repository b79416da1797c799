package io.graphkernel.processor.schedule;

import io.graphkernel.arena.Allocations;
import io.graphkernel.arena.ArenaLayout;
import io.graphkernel.processor.graph.Dim;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The memory that a plan needs besides its parameters and results: temporaries, and the partial results of two-phase
 * reductions.
 */
public final class Arena {

    private final List<Allocation> allocations;
    private final Map<Kernel, Integer> partials;
    /** The different sizes, and their positions in the order of the pieces. */
    private final Map<Dim, Integer> sizes = new LinkedHashMap<>();

    /**
     * An arena.
     *
     * @param allocations its pieces
     * @param partials the piece of each two-phase reduction
     */
    Arena(List<Allocation> allocations, Map<Kernel, Integer> partials) {
        this.allocations = List.copyOf(allocations);
        this.partials = new IdentityHashMap<>(partials);
        allocations.forEach(each -> sizes.putIfAbsent(each.bytes(), sizes.size()));
    }

    /**
     * A piece of memory.
     *
     * @param bytes its size
     * @param first the phase of the plan that writes it first, from 0
     * @param last the phase that reads it last
     */
    public record Allocation(Dim bytes, int first, int last) {}

    /**
     * Pieces one on the other: those of a level follow each other in time.
     *
     * @param bytes the size of each level, that of its largest piece
     * @param levels the level of each allocation
     */
    public record Stack(List<Dim> bytes, List<Integer> levels) {

        public Stack {
            bytes = List.copyOf(bytes);
            levels = List.copyOf(levels);
        }
    }

    /**
     * The pieces.
     *
     * @return in no particular order
     */
    public List<Allocation> allocations() {
        return allocations;
    }

    /**
     * Where the partial results of a kernel lie.
     *
     * @param kernel a two-phase reduction of the plan
     * @return the index of its allocation
     */
    public int partials(Kernel kernel) {
        return partials.get(kernel);
    }

    /**
     * The different sizes of pieces.
     *
     * @return in the order of the pieces
     */
    public List<Dim> sizes() {
        return List.copyOf(sizes.keySet());
    }

    /**
     * The pieces for the planner of offsets.
     *
     * @return sizes are positions in {@link #sizes}
     */
    public Allocations pieces() {
        return Allocations.of(allocations.stream()
                .map(each -> new Allocations.Piece(sizes.get(each.bytes()), each.first(), each.last()))
                .toList());
    }

    /**
     * The offsets, if every size is a number.
     *
     * @return empty if a call must plan them
     */
    public Optional<ArenaLayout> constantLayout() {
        return constantSizes().map(bytes -> ArenaLayout.of(pieces(), bytes));
    }

    /**
     * The sizes, if every one is a number.
     *
     * @return bytes, in the order of {@link #sizes}
     */
    public Optional<long[]> constantSizes() {
        return sizes.keySet().stream().allMatch(Dim.Constant.class::isInstance)
                ? Optional.of(sizes.keySet().stream()
                        .mapToLong(size -> ((Dim.Constant) size).size())
                        .toArray())
                : Optional.empty();
    }

    /**
     * A layout that needs no more than lives at the same time, whatever the sizes are, but for pieces of a page or less.
     *
     * @return empty if the best offsets depend on the sizes, or are not known
     */
    public Optional<Stack> stack() {
        return ArenaStack.of(allocations);
    }

    /** How many pieces of each of the {@link #sizes} live in each phase. */
    private List<int[]> liveCounts() {
        int phases = allocations.stream().mapToInt(Allocation::last).max().orElse(-1) + 1;
        int[][] changes = new int[phases + 1][sizes.size()];
        for (Allocation each : allocations) {
            changes[each.first()][sizes.get(each.bytes())]++;
            changes[each.last() + 1][sizes.get(each.bytes())]--;
        }
        for (int phase = 1; phase < phases; phase++) {
            for (int size = 0; size < sizes.size(); size++) {
                changes[phase][size] += changes[phase - 1][size];
            }
        }
        return List.of(changes).subList(0, phases);
    }

    /**
     * The most bytes that live at the same time.
     *
     * @return a formula that no arena of these pieces is smaller than
     */
    public Dim bound() {
        List<int[]> largest = new ArrayList<>();
        for (int[] counts : liveCounts()) {
            if (largest.stream().noneMatch(other -> isAtMost(counts, other))) {
                largest.removeIf(other -> isAtMost(other, counts));
                largest.add(counts);
            }
        }
        Dim bound = Dim.ZERO;
        List<Dim> bytes = sizes();
        for (int[] counts : largest) {
            Dim sum = Dim.ZERO;
            for (int size = 0; size < counts.length; size++) {
                sum = sum.plus(Dim.of(counts[size]).times(bytes.get(size)));
            }
            bound = bound.max(sum);
        }
        return bound;
    }

    private static boolean isAtMost(int[] counts, int[] others) {
        return IntStream.range(0, counts.length).allMatch(size -> counts[size] <= others[size]);
    }
}
