package io.graphkernel.processor.option;

import io.graphkernel.processor.diagnostic.Suggestions;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The names that a list may hold.
 *
 * @param one what a name is the name of, for example {@code pass}
 * @param known the names
 * @param refused names that exist and have no effect in this list, each with the reason
 * @param parts whether a part of a name means all names that hold it
 */
public record Names(String one, Set<String> known, Map<String, String> refused, boolean parts) {

    /** More names than this are not listed in a message. */
    private static final int MOST_LISTED = 40;

    public Names {
        known = new TreeSet<>(known);
        refused = new TreeMap<>(refused);
    }

    /**
     * Names of which none is refused.
     *
     * @param one what a name is the name of
     * @param known the names
     */
    public Names(String one, Set<String> known) {
        this(one, known, Map.of(), false);
    }

    /**
     * These names without some of them.
     *
     * @param names to refuse; those that are not known are refused too
     * @param reason why they have no effect
     * @return new names
     */
    public Names without(Set<String> names, String reason) {
        Set<String> rest = new TreeSet<>(known);
        rest.removeAll(names);
        SortedMap<String, String> reasons = new TreeMap<>(refused);
        names.forEach(name -> reasons.put(name, reason));
        return new Names(one, rest, reasons, parts);
    }

    boolean knows(String item) {
        return parts ? known.stream().anyMatch(name -> name.contains(item)) : known.contains(item);
    }

    String advice(String item) {
        return known.size() <= MOST_LISTED || Suggestions.closest(item, known).isPresent()
                ? Suggestions.advice(item, known, one.endsWith("s") ? one + "es" : one + "s")
                : "correct or remove it";
    }
}
