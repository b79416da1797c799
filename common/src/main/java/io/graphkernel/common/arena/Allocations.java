package io.graphkernel.common.arena;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The allocations of an arena with their live intervals: the size of each, as an index into a list of sizes that is
 * known later, and the phases of the plan from its first write to its last read. Kernels of one phase run concurrently,
 * so that allocations with a common phase must not overlap.
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
     * One allocation.
     *
     * @param size index of its size
     * @param first phase of its first write
     * @param last phase of its last read, at least {@code first}
     */
    public record LiveInterval(int size, int first, int last) {}

    /**
     * Returns the allocations with given live intervals.
     *
     * @param intervals intervals in any order
     * @return the same allocations in this order
     */
    public static Allocations of(List<LiveInterval> intervals) {
        Allocations allocations = new Allocations(intervals.size());
        for (int i = 0; i < intervals.size(); i++) {
            LiveInterval interval = intervals.get(i);
            if (interval.size() < 0 || interval.first() < 0 || interval.last() < interval.first()) {
                throw new IllegalArgumentException(interval.toString());
            }
            allocations.sizes[i] = interval.size();
            allocations.first[i] = interval.first();
            allocations.last[i] = interval.last();
        }
        return allocations;
    }

    /**
     * Parses the text form.
     *
     * @param text a result of {@link #toString}
     * @return the allocations
     */
    public static Allocations parse(String text) {
        List<LiveInterval> intervals = new ArrayList<>();
        for (String interval : text.isEmpty() ? new String[0] : text.split(" ")) {
            String[] numbers = interval.split("[:-]");
            intervals.add(new LiveInterval(
                    Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]), Integer.parseInt(numbers[2])));
        }
        return of(intervals);
    }

    /**
     * Returns the live intervals.
     *
     * @return the intervals in order
     */
    public List<LiveInterval> intervals() {
        List<LiveInterval> intervals = new ArrayList<>();
        for (int i = 0; i < sizes.length; i++) {
            intervals.add(new LiveInterval(sizes[i], first[i], last[i]));
        }
        return intervals;
    }

    /**
     * Returns the number of allocations.
     *
     * @return 0 for an empty arena
     */
    public int count() {
        return sizes.length;
    }

    /**
     * Returns the maximum number of live bytes, a lower bound of the arena's size.
     *
     * @param bytes the sizes in bytes
     * @return the maximum over the phases, with each allocation rounded up to {@link ArenaPlacement#ALIGNMENT}
     */
    public long bound(long[] bytes) {
        long largest = 0;
        for (long live : liveBytes(bytes)) {
            largest = Math.max(largest, live);
        }
        return largest;
    }

    /** Returns the live bytes in each phase, followed by 0. */
    long[] liveBytes(long[] bytes) {
        long[] live = new long[Arrays.stream(last).max().orElse(-1) + 2];
        for (int i = 0; i < sizes.length; i++) {
            live[first[i]] += ArenaPlacement.aligned(bytes[sizes[i]]);
            live[last[i] + 1] -= ArenaPlacement.aligned(bytes[sizes[i]]);
        }
        for (int phase = 1; phase < live.length; phase++) {
            live[phase] += live[phase - 1];
        }
        return live;
    }

    /** Returns the index of an allocation's size. */
    int size(int interval) {
        return sizes[interval];
    }

    int first(int interval) {
        return first[interval];
    }

    int last(int interval) {
        return last[interval];
    }

    /** Returns true if the live intervals of two allocations intersect. */
    boolean intersect(int a, int b) {
        return first[a] <= last[b] && first[b] <= last[a];
    }

    /** Formatted as {@code 0:0-1 1:1-3}: the size index and the phases of each allocation. */
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
