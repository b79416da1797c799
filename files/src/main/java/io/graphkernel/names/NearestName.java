package io.graphkernel.names;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The known name that a user may have meant. Libraries that measure the distance of texts count two swapped letters as two
 * mistakes, and a run time brings no dependency for forty lines.
 */
public final class NearestName {

    private NearestName() {}

    /**
     * The nearest known name.
     *
     * @param name as the user wrote it
     * @param known the names that exist
     * @param most how many mistakes it may have
     * @return the first in alphabetical order among the nearest, or empty if all have more mistakes
     */
    public static Optional<String> of(String name, Collection<String> known, int most) {
        return new TreeSet<>(known)
                .stream()
                        .filter(candidate -> distance(name, candidate) <= most)
                        .min(Comparator.comparingInt(candidate -> distance(name, candidate)));
    }

    /**
     * How many mistakes make one name of another, without regard to case: letters that are missing, too many, wrong or
     * swapped with their neighbours (the optimal string alignment distance).
     */
    public static int distance(String left, String right) {
        String a = left.toLowerCase(Locale.ROOT);
        String b = right.toLowerCase(Locale.ROOT);
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            cost[i][0] = i;
        }
        for (int j = 0; j <= b.length(); j++) {
            cost[0][j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            for (int j = 1; j <= b.length(); j++) {
                int replace = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                cost[i][j] = Math.min(replace, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[a.length()][b.length()];
    }
}
