package io.graphkernel.common.names;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Spelling suggestions for names. Transposed letters count as one mistake, unlike in common libraries, which would also
 * be a dependency of the runtime.
 */
public final class NearestName {

    /** Longer names are not compared, since names from files may have megabytes. */
    private static final int MAX_CHARACTERS = 256;

    private NearestName() {}

    /**
     * Returns the nearest known name.
     *
     * @param name name as the user wrote it
     * @param candidates existing names
     * @param maxMistakes maximum number of mistakes
     * @return the alphabetically first of the nearest names, or empty if all exceed the maximum
     */
    public static Optional<String> of(String name, Collection<String> candidates, int maxMistakes) {
        return new TreeSet<>(candidates)
                .stream()
                        .filter(candidate -> Math.abs(name.length() - candidate.length()) <= maxMistakes)
                        .filter(candidate -> distance(name, candidate) <= maxMistakes)
                        .min(Comparator.comparingInt(candidate -> distance(name, candidate)));
    }

    /**
     * Returns the optimal string alignment distance of two names, ignoring case: missing, extra, wrong and transposed
     * letters count one each. A name of more than 256 characters has as many mistakes as characters.
     */
    public static int distance(String left, String right) {
        if (left.length() > MAX_CHARACTERS || right.length() > MAX_CHARACTERS) {
            return Math.max(left.length(), right.length());
        }
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
