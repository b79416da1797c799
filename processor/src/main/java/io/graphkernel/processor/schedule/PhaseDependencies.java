package io.graphkernel.processor.schedule;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/** Dependences between the phases of a plan by memory location, indexed for queries about pairs of tensors. */
final class PhaseDependencies {

    private static final NavigableSet<Integer> NONE = new TreeSet<>();

    private final List<List<Step>> phases;
    private final Map<Location, NavigableSet<Integer>> reads = new HashMap<>();
    private final Map<Location, NavigableSet<Integer>> writes = new HashMap<>();

    PhaseDependencies(List<List<Step>> phases) {
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
                index.computeIfAbsent(location, key -> new TreeSet<>()).add(phase));
    }

    /**
     * Returns true if, in all phases, each element of the source is read before the target's element at the same
     * position is written.
     */
    boolean mayAlias(Location target, Location source) {
        NavigableSet<Integer> written = writes.getOrDefault(target, NONE);
        NavigableSet<Integer> read = reads.getOrDefault(source, NONE);
        if (!written.isEmpty() && !read.isEmpty() && read.last() > written.first()) {
            return false;
        }
        return areApart(written, read, target, source)
                && areApart(reads.getOrDefault(target, NONE), writes.getOrDefault(source, NONE), target, source);
    }

    /** Returns true if the two may alias in each phase that is in both sets. */
    private boolean areApart(
            NavigableSet<Integer> some, NavigableSet<Integer> others, Location target, Location source) {
        return some.stream()
                .filter(others::contains)
                .allMatch(i -> AliasAnalysis.within(phases.get(i), target, source));
    }
}
