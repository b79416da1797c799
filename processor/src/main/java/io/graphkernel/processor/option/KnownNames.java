package io.graphkernel.processor.option;

import io.graphkernel.processor.diagnostic.Suggestions;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Valid names in a list.
 *
 * @param one kind of name, for example {@code pass}
 * @param known the names
 * @param rejected reasons by existing name without effect in this list
 * @param partial true if a substring stands for all names that contain it
 */
public record KnownNames(String one, Set<String> known, Map<String, String> rejected, boolean partial) {

    /** Maximum number of names listed in a message. */
    private static final int MAX_LISTED = 40;

    public KnownNames {
        known = new TreeSet<>(known);
        rejected = new TreeMap<>(rejected);
    }

    /**
     * Creates valid names.
     *
     * @param one kind of name
     * @param known the names
     */
    public KnownNames(String one, Set<String> known) {
        this(one, known, Map.of(), false);
    }

    /**
     * Returns these names without some of them.
     *
     * @param names names to reject, known or not
     * @param reason reason why they have no effect
     * @return new names
     */
    public KnownNames without(Set<String> names, String reason) {
        Set<String> rest = new TreeSet<>(known);
        rest.removeAll(names);
        SortedMap<String, String> reasons = new TreeMap<>(rejected);
        names.forEach(name -> reasons.put(name, reason));
        return new KnownNames(one, rest, reasons, partial);
    }

    boolean contains(String item) {
        return partial ? known.stream().anyMatch(name -> name.contains(item)) : known.contains(item);
    }

    String advice(String item) {
        return known.size() <= MAX_LISTED || Suggestions.closest(item, known).isPresent()
                ? Suggestions.advice(item, known, one.endsWith("s") ? one + "es" : one + "s")
                : "correct or remove it";
    }
}
