package io.graphkernel.processor.schedule;

import io.graphkernel.common.target.ReferenceModel;
import io.graphkernel.graph.Dim;
import io.graphkernel.processor.schedule.Arena.Allocation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Stack layout of an arena.
 *
 * <p>It is optimal for all sizes, so that planning at the call would gain nothing, under two conditions. All levels but
 * one have a single size each. Every allocation of the remaining level is live together with all other levels.
 */
final class ArenaStack {

    /** Maximum number of levels, whose checked sizes can be summed in 64 bits. */
    private static final int MAX_LEVELS = 64;

    private final List<Allocation> allocations;
    /** Allocation indices of each level. */
    private final List<List<Integer>> levels = new ArrayList<>();

    private ArenaStack(List<Allocation> allocations) {
        this.allocations = allocations;
    }

    /** Returns the stack of some allocations; empty if another layout may be smaller. */
    static Optional<Arena.Stack> of(List<Allocation> allocations) {
        ArenaStack stack = new ArenaStack(allocations);
        stack.fill();
        if (stack.levels.size() > MAX_LEVELS) {
            return Optional.empty();
        }
        stack.join();
        return stack.isSmallest() ? Optional.of(stack.result()) : Optional.empty();
    }

    /** Assigns allocations of one size to the minimum number of levels. */
    private void fill() {
        List<Integer> order = IntStream.range(0, allocations.size())
                .boxed()
                .sorted(Comparator.comparingInt(
                        allocation -> allocations.get(allocation).first()))
                .toList();
        for (int allocation : order) {
            if (levels.size() > MAX_LEVELS) {
                return;
            }
            levels.stream()
                    .filter(level ->
                            follows(allocation, level) && bytes(level.get(0)).equals(bytes(allocation)))
                    .findFirst()
                    .orElseGet(() -> {
                        levels.add(new ArrayList<>());
                        return levels.get(levels.size() - 1);
                    })
                    .add(allocation);
        }
    }

    private boolean follows(int allocation, List<Integer> level) {
        int last = level.get(level.size() - 1);
        return allocations.get(last).last() < allocations.get(allocation).first();
    }

    /** Merges levels that are never live at the same time. */
    private void join() {
        for (int lower = 0; lower < levels.size(); lower++) {
            for (int upper = levels.size() - 1; upper > lower; upper--) {
                List<Integer> allocated = levels.get(upper);
                if (levels.get(lower).stream().noneMatch(a -> allocated.stream().anyMatch(b -> overlap(a, b)))) {
                    levels.get(lower).addAll(allocated);
                    levels.remove(upper);
                }
            }
        }
    }

    private boolean isSmallest() {
        List<List<Integer>> mixed =
                levels.stream().filter(level -> sizes(level).size() > 1).toList();
        if (mixed.size() > 1) {
            return false;
        }
        List<Integer> level = mixed.isEmpty() ? levels.stream().findFirst().orElse(List.of()) : mixed.get(0);
        return sizes(level).stream()
                .allMatch(size -> level.stream()
                        .anyMatch(allocation -> bytes(allocation).equals(size) && overlapsAll(allocation, level)));
    }

    /** Returns true if all other levels, except for small ones, are live in a phase of an allocation. */
    private boolean overlapsAll(int allocation, List<Integer> own) {
        Allocation liveRange = allocations.get(allocation);
        return IntStream.rangeClosed(liveRange.first(), liveRange.last())
                .anyMatch(phase ->
                        levels.stream().allMatch(level -> level == own || isSmall(level) || lives(level, phase)));
    }

    private boolean isSmall(List<Integer> level) {
        return sizes(level).stream()
                .allMatch(size -> size instanceof Dim.Constant bytes
                        && bytes.size() <= ReferenceModel.DEFAULT.grains().unsharedBytes());
    }

    private boolean lives(List<Integer> level, int phase) {
        return level.stream().map(allocations::get).anyMatch(live -> live.first() <= phase && phase <= live.last());
    }

    private boolean overlap(int a, int b) {
        return allocations.get(a).first() <= allocations.get(b).last()
                && allocations.get(b).first() <= allocations.get(a).last();
    }

    private Dim bytes(int allocation) {
        return allocations.get(allocation).bytes();
    }

    private Set<Dim> sizes(List<Integer> level) {
        Set<Dim> sizes = new LinkedHashSet<>();
        level.forEach(allocation -> sizes.add(bytes(allocation)));
        return sizes;
    }

    private Arena.Stack result() {
        Integer[] levelOf = new Integer[allocations.size()];
        List<Dim> bytes = new ArrayList<>();
        for (List<Integer> level : levels) {
            level.forEach(allocation -> levelOf[allocation] = bytes.size());
            bytes.add(sizes(level).stream().reduce(Dim.ZERO, Dim::max));
        }
        return new Arena.Stack(bytes, List.of(levelOf));
    }
}
