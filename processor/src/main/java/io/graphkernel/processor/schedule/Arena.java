package io.graphkernel.processor.schedule;

import io.graphkernel.common.arena.Allocations;
import io.graphkernel.common.arena.ArenaPlacement;
import io.graphkernel.graph.Dim;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Arena of a plan: the memory of temporaries and of the partial results of two-phase reductions. */
public final class Arena {

    private final List<Allocation> allocations;
    private final Map<ScheduledKernel, Integer> partials;
    private final Map<LoopStep, Integer> bodies;
    /** The distinct sizes, by their indices in order of first use. */
    private final Map<Dim, Integer> sizes = new LinkedHashMap<>();

    /**
     * Creates an arena of a plan without loops.
     *
     * @param allocations its allocations
     * @param partials allocation index of each two-phase reduction
     */
    Arena(List<Allocation> allocations, Map<ScheduledKernel, Integer> partials) {
        this(allocations, partials, Map.of());
    }

    /**
     * Creates an arena.
     *
     * @param allocations its allocations
     * @param partials allocation index of each two-phase reduction, including those of loop bodies
     * @param bodies index of the first allocation of each loop's body
     */
    Arena(List<Allocation> allocations, Map<ScheduledKernel, Integer> partials, Map<LoopStep, Integer> bodies) {
        this.allocations = List.copyOf(allocations);
        this.partials = new IdentityHashMap<>(partials);
        this.bodies = new IdentityHashMap<>(bodies);
        allocations.forEach(allocation -> sizes.putIfAbsent(allocation.bytes(), sizes.size()));
    }

    /**
     * An allocation with its live range.
     *
     * @param bytes its size
     * @param first index of the phase that writes it first
     * @param last index of the phase that reads it last
     */
    public record Allocation(Dim bytes, int first, int last) {}

    /**
     * A stack of levels, each of which allocations with disjoint live ranges share.
     *
     * @param bytes size of each level, that of its largest allocation
     * @param levels level of each allocation
     */
    public record Stack(List<Dim> bytes, List<Integer> levels) {

        public Stack {
            bytes = List.copyOf(bytes);
            levels = List.copyOf(levels);
        }
    }

    /**
     * Returns the allocations.
     *
     * @return the allocations in no particular order
     */
    public List<Allocation> allocations() {
        return allocations;
    }

    /**
     * Returns the allocation of a kernel's partial results.
     *
     * @param kernel a two-phase reduction of the plan
     * @return the index of its allocation
     */
    public int partials(ScheduledKernel kernel) {
        return partials.get(kernel);
    }

    /**
     * Returns the allocations of a loop's body.
     *
     * @param loop a loop of the plan
     * @return the index of the first allocation; the others follow in the order of the body's own arena
     */
    public int firstAllocation(LoopStep loop) {
        return bodies.get(loop);
    }

    /** Returns the kernels with partial results. */
    Map<ScheduledKernel, Integer> partials() {
        return partials;
    }

    /**
     * Returns the distinct sizes of allocations.
     *
     * @return sizes in order of first use
     */
    public List<Dim> sizes() {
        return List.copyOf(sizes.keySet());
    }

    /**
     * Returns the allocations in the form of the offset planner.
     *
     * @return allocations whose sizes are indices in {@link #sizes}
     */
    public Allocations plannerAllocations() {
        return Allocations.of(allocations.stream()
                .map(allocation -> new Allocations.LiveInterval(
                        sizes.get(allocation.bytes()), allocation.first(), allocation.last()))
                .toList());
    }

    /**
     * Returns the offsets if every size is constant.
     *
     * @return empty if they are planned at the call
     */
    public Optional<ArenaPlacement> constantLayout() {
        return constantSizes().map(bytes -> ArenaPlacement.of(plannerAllocations(), bytes));
    }

    /**
     * Returns the sizes if every one is constant.
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
     * Returns a stack that is optimal for all sizes, except for small allocations.
     *
     * @return empty if the optimum depends on the sizes, or is unknown
     */
    public Optional<Stack> stack() {
        return ArenaStack.of(allocations);
    }

    /** Returns the number of live allocations of each of the {@link #sizes} per phase. */
    private List<int[]> liveCounts() {
        int phases = allocations.stream().mapToInt(Allocation::last).max().orElse(-1) + 1;
        int[][] changes = new int[phases + 1][sizes.size()];
        for (Allocation allocation : allocations) {
            changes[allocation.first()][sizes.get(allocation.bytes())]++;
            changes[allocation.last() + 1][sizes.get(allocation.bytes())]--;
        }
        for (int phase = 1; phase < phases; phase++) {
            for (int size = 0; size < sizes.size(); size++) {
                changes[phase][size] += changes[phase - 1][size];
            }
        }
        return List.of(changes).subList(0, phases);
    }

    /**
     * Returns the maximum number of live bytes.
     *
     * @return a lower bound of the size of any arena
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
