package io.graphkernel.processor.pass.fusion;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/**
 * The areas in an order in which they can run, kept while areas are united. Uniting two of them moves only areas between
 * them that depend on one or that the other depends on, as in D. Pearce and P. Kelly, "A dynamic topological sort algorithm
 * for directed acyclic graphs", 2006.
 */
final class AreaOrder {

    /** Two areas between which more areas depend on one of them are not united, so that the time stays linear. */
    private static final int MOST_BETWEEN = 256;

    private final Map<Area, Integer> places;
    /** No place is so large. */
    private final int end;

    private final Map<Area, Set<Area>> next;
    private final Map<Area, Set<Area>> previous;

    /** Areas, an earlier one first where the edges leave a choice. */
    AreaOrder(List<Area> areas) {
        places = new IdentityHashMap<>(areas.size());
        next = new IdentityHashMap<>(areas.size());
        previous = new IdentityHashMap<>(areas.size());
        for (Area area : areas) {
            places.put(area, places.size());
            next.put(area, new LinkedHashSet<>());
            previous.put(area, new LinkedHashSet<>());
        }
        end = areas.size();
    }

    /** Says that an area must run before another one. */
    void require(Area before, Area after) {
        if (before != after && next.get(before).add(after)) {
            previous.get(after).add(before);
        }
    }

    /** Orders the areas. Call after all requirements and before everything else. */
    void sort() {
        if (isSorted()) {
            return;
        }
        Map<Area, Integer> open = new IdentityHashMap<>();
        PriorityQueue<Area> ready = new PriorityQueue<>(Comparator.comparing(places::get));
        List<Area> given = inOrder();
        for (Area area : given) {
            open.put(area, previous.get(area).size());
            if (previous.get(area).isEmpty()) {
                ready.add(area);
            }
        }
        List<Area> sorted = new ArrayList<>();
        while (!ready.isEmpty()) {
            Area area = ready.remove();
            sorted.add(area);
            for (Area after : next.get(area)) {
                if (open.merge(after, -1, Integer::sum) == 0) {
                    ready.add(after);
                }
            }
        }
        if (sorted.size() < given.size()) {
            throw new IllegalStateException("kernels that need each other");
        }
        for (int i = 0; i < sorted.size(); i++) {
            places.put(sorted.get(i), i);
        }
    }

    private boolean isSorted() {
        return next.entrySet().stream()
                .allMatch(each -> each.getValue().stream().allMatch(after -> isBefore(each.getKey(), after)));
    }

    boolean contains(Area area) {
        return places.containsKey(area);
    }

    Collection<Area> next(Area area) {
        return next.get(area);
    }

    Collection<Area> previous(Area area) {
        return previous.get(area);
    }

    boolean isBefore(Area a, Area b) {
        return places.get(a) < places.get(b);
    }

    int place(Area area) {
        return places.get(area);
    }

    List<Area> inOrder() {
        Area[] areas = new Area[end];
        places.forEach((area, place) -> areas[place] = area);
        return Stream.of(areas).filter(Objects::nonNull).toList();
    }

    /** What lies between two areas and depends on the first, and what the second depends on. */
    private record Between(Set<Area> afterFirst, Set<Area> beforeSecond) {}

    /** An area that needs the one and that the other needs at once. */
    Optional<Area> between(Area a, Area b) {
        Area first = isBefore(a, b) ? a : b;
        Area second = first == a ? b : a;
        return next.get(first).stream()
                .filter(area -> previous.get(second).contains(area))
                .findFirst();
    }

    /** Whether an area between two others needs the first and is needed by the second. */
    boolean isSeparated(Area a, Area b) {
        Area first = isBefore(a, b) ? a : b;
        return whatIsBetween(first, first == a ? b : a).isEmpty();
    }

    /** Puts the union of two areas in their place. They must not be separated. */
    void unite(Area a, Area b, Area union) {
        Area first = isBefore(a, b) ? a : b;
        Area second = first == a ? b : a;
        Between between = whatIsBetween(first, second).orElseThrow();
        List<Area> moved = sorted(between.beforeSecond());
        List<Integer> free = new ArrayList<>(List.of(places.get(first), places.get(second)));
        moved.forEach(area -> free.add(places.get(area)));
        List<Area> after = sorted(between.afterFirst());
        after.forEach(area -> free.add(places.get(area)));
        Collections.sort(free);
        moved.add(union);
        moved.addAll(after);
        // One place stays empty, the last: what is after the union moves no further back than it must.
        for (int i = 0; i < moved.size(); i++) {
            int place = i < between.beforeSecond().size() ? i : i + 1;
            places.put(moved.get(i), free.get(place));
        }
        next.put(union, joined(first, second, next, previous, union));
        previous.put(union, joined(first, second, previous, next, union));
        for (Area gone : List.of(first, second)) {
            places.remove(gone);
            next.remove(gone);
            previous.remove(gone);
        }
    }

    private static Set<Area> joined(
            Area first, Area second, Map<Area, Set<Area>> forward, Map<Area, Set<Area>> backward, Area union) {
        Set<Area> all = new LinkedHashSet<>(forward.get(first));
        all.addAll(forward.get(second));
        all.remove(first);
        all.remove(second);
        for (Area area : all) {
            Set<Area> links = backward.get(area);
            links.remove(first);
            links.remove(second);
            links.add(union);
        }
        return all;
    }

    private List<Area> sorted(Set<Area> areas) {
        List<Area> list = new ArrayList<>(areas);
        list.sort(Comparator.comparing(places::get));
        return list;
    }

    /** Empty if a path leads from the first to the second through others, or if too many are between. */
    private Optional<Between> whatIsBetween(Area first, Area second) {
        int from = places.get(first);
        int to = places.get(second);
        Optional<Set<Area>> after = reached(first, second, area -> next.get(area), place -> place < to);
        if (after.isEmpty()) {
            return Optional.empty();
        }
        return reached(second, first, area -> previous.get(area), place -> place > from)
                .map(before -> new Between(after.get(), before));
    }

    /** What is reached from an area without the target; empty if the target is reached, or too much is. */
    private Optional<Set<Area>> reached(Area start, Area target, Function<Area, Set<Area>> links, IntPredicate inside) {
        Set<Area> seen = new LinkedHashSet<>();
        Deque<Area> open = new ArrayDeque<>();
        open.add(start);
        while (!open.isEmpty()) {
            Area area = open.remove();
            for (Area linked : links.apply(area)) {
                if (linked == target) {
                    if (area != start) {
                        return Optional.empty();
                    }
                } else if (inside.test(places.get(linked)) && seen.add(linked)) {
                    open.add(linked);
                    if (seen.size() > MOST_BETWEEN) {
                        return Optional.empty();
                    }
                }
            }
        }
        return Optional.of(seen);
    }
}
