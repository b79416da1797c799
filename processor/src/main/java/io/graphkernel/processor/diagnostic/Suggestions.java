package io.graphkernel.processor.diagnostic;

import io.graphkernel.common.names.NearestName;
import java.util.Collection;
import java.util.Optional;
import java.util.TreeSet;

/** Suggestions for misspelled names. */
public final class Suggestions {

    private Suggestions() {}

    /**
     * Returns advice for an unknown name.
     *
     * @param name name as written by the user
     * @param known valid names
     * @param kind kind of names in the plural, for example {@code options}
     * @return {@code did you mean 'verbose'?}, or the list of names if none is similar
     */
    public static String advice(String name, Collection<String> known, String kind) {
        return closest(name, known)
                .map(near -> "did you mean '" + near + "'?")
                .orElseGet(() -> "the " + kind + " are " + String.join(", ", new TreeSet<>(known)));
    }

    /**
     * Returns the most similar valid name.
     *
     * @param name name as written by the user
     * @param known valid names
     * @return the alphabetically first among the most similar, or empty if more than a third of the name differs
     */
    public static Optional<String> closest(String name, Collection<String> known) {
        return NearestName.of(name, known, Math.max(1, name.length() / 3));
    }
}
