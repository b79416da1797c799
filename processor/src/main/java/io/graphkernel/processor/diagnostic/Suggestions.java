package io.graphkernel.processor.diagnostic;

import io.graphkernel.names.NearestName;
import java.util.Collection;
import java.util.Optional;
import java.util.TreeSet;

/** "Did you mean …?" for misspelt names. */
public final class Suggestions {

    private Suggestions() {}

    /**
     * Advice for an unknown name.
     *
     * @param name as the user wrote it
     * @param known the names that exist
     * @param kind what they are, in the plural, for example {@code options}
     * @return {@code did you mean 'verbose'?}, or the list of names if none is near
     */
    public static String advice(String name, Collection<String> known, String kind) {
        return closest(name, known)
                .map(near -> "did you mean '" + near + "'?")
                .orElseGet(() -> "the " + kind + " are " + String.join(", ", new TreeSet<>(known)));
    }

    /**
     * The nearest known name.
     *
     * @param name as the user wrote it
     * @param known the names that exist
     * @return the first in alphabetical order among the nearest, or empty if more than a third of the name differs
     */
    public static Optional<String> closest(String name, Collection<String> known) {
        return NearestName.of(name, known, Math.max(1, name.length() / 3));
    }
}
