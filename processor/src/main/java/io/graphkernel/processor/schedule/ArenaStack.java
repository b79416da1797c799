package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.schedule.Arena.Allocation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Levels of pieces that follow each other. Where all levels but one have one size each, and every piece of that one lives
 * together with all other levels, nothing is smaller than the stack, whatever the sizes are: planning for the dims of a call
 * would gain nothing.
 */
final class ArenaStack {

    /** Sums of so many sizes, of which each was checked, fit in 64 bits. */
    private static final int MOST_LEVELS = 64;

    /** Pieces of so many bytes may have them to themselves. */
    private static final long PAGE = 4096;

    private final List<Allocation> allocations;
    /** The pieces of each level, by their positions. */
    private final List<List<Integer>> levels = new ArrayList<>();

    private ArenaStack(List<Allocation> allocations) {
        this.allocations = allocations;
    }

    /** The stack of some pieces; empty if another layout may be smaller. */
    static Optional<Arena.Stack> of(List<Allocation> allocations) {
        ArenaStack stack = new ArenaStack(allocations);
        stack.fill();
        if (stack.levels.size() > MOST_LEVELS) {
            return Optional.empty();
        }
        stack.join();
        return stack.isSmallest() ? Optional.of(stack.result()) : Optional.empty();
    }

    /** Pieces of one size, as few levels as there can be. */
    private void fill() {
        List<Integer> order = IntStream.range(0, allocations.size())
                .boxed()
                .sorted(Comparator.comparingInt(piece -> allocations.get(piece).first()))
                .toList();
        for (int piece : order) {
            if (levels.size() > MOST_LEVELS) {
                return;
            }
            levels.stream()
                    .filter(level ->
                            follows(piece, level) && bytes(level.get(0)).equals(bytes(piece)))
                    .findFirst()
                    .orElseGet(() -> {
                        levels.add(new ArrayList<>());
                        return levels.get(levels.size() - 1);
                    })
                    .add(piece);
        }
    }

    private boolean follows(int piece, List<Integer> level) {
        int last = level.get(level.size() - 1);
        return allocations.get(last).last() < allocations.get(piece).first();
    }

    /** Puts levels together that never live at the same time. */
    private void join() {
        for (int lower = 0; lower < levels.size(); lower++) {
            for (int upper = levels.size() - 1; upper > lower; upper--) {
                List<Integer> pieces = levels.get(upper);
                if (levels.get(lower).stream().noneMatch(a -> pieces.stream().anyMatch(b -> meet(a, b)))) {
                    levels.get(lower).addAll(pieces);
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
        List<Integer> any = mixed.isEmpty() ? levels.stream().findFirst().orElse(List.of()) : mixed.get(0);
        return sizes(any).stream()
                .allMatch(size -> any.stream().anyMatch(piece -> bytes(piece).equals(size) && meetsAll(piece, any)));
    }

    /** Whether in one phase of a piece all other levels live but the small ones. */
    private boolean meetsAll(int piece, List<Integer> own) {
        Allocation allocation = allocations.get(piece);
        return IntStream.rangeClosed(allocation.first(), allocation.last())
                .anyMatch(phase ->
                        levels.stream().allMatch(level -> level == own || isSmall(level) || lives(level, phase)));
    }

    private boolean isSmall(List<Integer> level) {
        return sizes(level).stream().allMatch(size -> size instanceof Dim.Constant bytes && bytes.size() <= PAGE);
    }

    private boolean lives(List<Integer> level, int phase) {
        return level.stream().map(allocations::get).anyMatch(piece -> piece.first() <= phase && phase <= piece.last());
    }

    private boolean meet(int a, int b) {
        return allocations.get(a).first() <= allocations.get(b).last()
                && allocations.get(b).first() <= allocations.get(a).last();
    }

    private Dim bytes(int piece) {
        return allocations.get(piece).bytes();
    }

    private Set<Dim> sizes(List<Integer> level) {
        Set<Dim> sizes = new LinkedHashSet<>();
        level.forEach(piece -> sizes.add(bytes(piece)));
        return sizes;
    }

    private Arena.Stack result() {
        Integer[] levelOf = new Integer[allocations.size()];
        List<Dim> bytes = new ArrayList<>();
        for (List<Integer> level : levels) {
            level.forEach(piece -> levelOf[piece] = bytes.size());
            bytes.add(sizes(level).stream().reduce(Dim.ZERO, Dim::max));
        }
        return new Arena.Stack(bytes, List.of(levelOf));
    }
}
