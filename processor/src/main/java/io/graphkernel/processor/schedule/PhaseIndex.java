package io.graphkernel.processor.schedule;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/** The phases of a plan by the memory that they read and write: there is a question for each pair of tensors. */
final class PhaseIndex {

    private static final NavigableSet<Integer> NONE = new TreeSet<>();

    private final List<List<Step>> phases;
    private final Map<Location, NavigableSet<Integer>> reads = new HashMap<>();
    private final Map<Location, NavigableSet<Integer>> writes = new HashMap<>();

    PhaseIndex(List<List<Step>> phases) {
        this.phases = phases;
        for (int i = 0; i < phases.size(); i++) {
            for (Step step : phases.get(i)) {
                add(step.reads(), i, reads);
                add(step.writes(), i, writes);
            }
        }
    }

    private static void add(List<Location> locations, int phase, Map<Location, NavigableSet<Integer>> index) {
        locations.forEach(location ->
                index.computeIfAbsent(location, any -> new TreeSet<>()).add(phase));
    }

    /** Whether every element of the source is read, in all phases, before the target's element at the same place is written. */
    boolean mayShare(Location target, Location source) {
        NavigableSet<Integer> written = writes.getOrDefault(target, NONE);
        NavigableSet<Integer> read = reads.getOrDefault(source, NONE);
        if (!written.isEmpty() && !read.isEmpty() && read.last() > written.first()) {
            return false;
        }
        return areApart(written, read, target, source)
                && areApart(reads.getOrDefault(target, NONE), writes.getOrDefault(source, NONE), target, source);
    }

    /** Whether the two may be the same memory in each phase that is in both sets; in others one of them is not touched so. */
    private boolean areApart(
            NavigableSet<Integer> some, NavigableSet<Integer> others, Location target, Location source) {
        return some.stream().filter(others::contains).allMatch(i -> Sharing.within(phases.get(i), target, source));
    }
}
