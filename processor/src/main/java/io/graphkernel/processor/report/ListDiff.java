package io.graphkernel.processor.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Difference between two lists of distinct integers. */
final class ListDiff {

    /**
     * Edit of a list.
     *
     * @param at index into the old list
     * @param removed number of removed elements
     * @param added inserted elements
     */
    record Edit(int at, int removed, List<Integer> added) {}

    private ListDiff() {}

    /**
     * Compares two lists. The longest common subsequence is retained.
     *
     * @param before distinct integers
     * @param after distinct integers
     * @return edits in order of the old list; empty if the lists are equal
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
                int index = placeBefore.get(after.get(i));
                addUnlessEmpty(edits, at, index - at, added);
                added = new ArrayList<>();
                at = index + 1;
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

    /** Returns the indices of a longest increasing subsequence of the nonnegative values, by patience sorting. */
    private static int[] longestIncreasing(int[] values) {
        int[] previous = new int[values.length];
        // For each length, the smallest end of an increasing subsequence, and its index.
        int[] ends = new int[values.length];
        int[] indices = new int[values.length];
        int length = 0;
        for (int i = 0; i < values.length; i++) {
            if (values[i] >= 0) {
                int found = Arrays.binarySearch(ends, 0, length, values[i]);
                int slot = -found - 1;
                ends[slot] = values[i];
                indices[slot] = i;
                previous[i] = slot == 0 ? -1 : indices[slot - 1];
                length = Math.max(length, slot + 1);
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
