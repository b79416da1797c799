package io.graphkernel.processor.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What turns one list of different numbers into another one. */
final class ListEdits {

    /**
     * One change.
     *
     * @param at where, as an index into the old list
     * @param removed how many elements go from there on
     * @param added what comes in their place
     */
    record Edit(int at, int removed, List<Integer> added) {}

    private ListEdits() {}

    /**
     * Compares two lists. What stays is the longest part of the old list whose order is the same in the new one.
     *
     * @param before different numbers
     * @param after different numbers
     * @return the changes in the order of the old list; none if the lists are equal
     */
    static List<Edit> between(List<Integer> before, List<Integer> after) {
        if (before.equals(after)) {
            return List.of();
        }
        Map<Integer, Integer> placeBefore = new HashMap<>();
        for (int i = 0; i < before.size(); i++) {
            placeBefore.put(before.get(i), i);
        }
        List<Edit> edits = new ArrayList<>();
        int at = 0;
        List<Integer> added = new ArrayList<>();
        int[] kept = longestIncreasing(after.stream()
                .mapToInt(number -> placeBefore.getOrDefault(number, -1))
                .toArray());
        int next = 0;
        for (int i = 0; i < after.size(); i++) {
            if (next < kept.length && kept[next] == i) {
                int place = placeBefore.get(after.get(i));
                addUnlessEmpty(edits, at, place - at, added);
                added = new ArrayList<>();
                at = place + 1;
                next++;
            } else {
                added.add(after.get(i));
            }
        }
        addUnlessEmpty(edits, at, before.size() - at, added);
        return edits;
    }

    private static void addUnlessEmpty(List<Edit> edits, int at, int removed, List<Integer> added) {
        if (removed > 0 || !added.isEmpty()) {
            edits.add(new Edit(at, removed, List.copyOf(added)));
        }
    }

    /** The indices of a longest increasing subsequence of what is not negative, by patience sorting. */
    private static int[] longestIncreasing(int[] values) {
        int[] previous = new int[values.length];
        // For each length the smallest end of an increasing subsequence of it, and the index of that end.
        int[] ends = new int[values.length];
        int[] indices = new int[values.length];
        int length = 0;
        for (int i = 0; i < values.length; i++) {
            if (values[i] >= 0) {
                int found = Arrays.binarySearch(ends, 0, length, values[i]);
                int place = -found - 1;
                ends[place] = values[i];
                indices[place] = i;
                previous[i] = place == 0 ? -1 : indices[place - 1];
                length = Math.max(length, place + 1);
            }
        }
        int[] result = new int[length];
        for (int i = length - 1, index = length == 0 ? -1 : indices[length - 1]; i >= 0; i--) {
            result[i] = index;
            index = previous[index];
        }
        return result;
    }
}
