package io.graphkernel.processor.option;

import io.graphkernel.common.names.NearestName;
import io.graphkernel.processor.diagnostic.Suggestions;
import java.util.Arrays;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Suggestions for an unknown option: another option, or a flag. */
final class UnknownOption {

    /** Common name of the flag. */
    private static final String LEVEL = "level";

    private UnknownOption() {}

    /**
     * Returns advice for an unknown option.
     *
     * @param key name as written by the user, with the prefix
     * @param value its value, or null
     * @return the most similar option or flag, or the list of options if none is similar
     */
    static String advice(String key, String value) {
        String name = key.substring(Option.PREFIX.length());
        SortedSet<String> options = new TreeSet<>();
        Option.keys().forEach(option -> options.add(option.substring(Option.PREFIX.length())));
        SortedMap<String, Flag> flags = flags();
        Optional<String> option = Suggestions.closest(name, options);
        Optional<String> flag = Suggestions.closest(name, flags.keySet());
        if (flag.isPresent()
                && (option.isEmpty()
                        || NearestName.distance(name, flag.get()) < NearestName.distance(name, option.get()))) {
            return asFlag(flags.get(flag.get()), value);
        }
        return option.map(near -> "did you mean '" + Option.PREFIX + near + "'?")
                .orElse("the options are " + String.join(", ", Option.keys()));
    }

    /** Returns the flags by all their names. */
    private static SortedMap<String, Flag> flags() {
        SortedMap<String, Flag> flags = new TreeMap<>();
        Arrays.stream(Flag.values())
                .filter(flag -> flag.whyWithoutMeaning().isEmpty())
                .forEach(flag -> flags.put(flag.key(), flag));
        flags.put(LEVEL, Flag.OPT_LEVEL);
        return flags;
    }

    private static String asFlag(Flag flag, String value) {
        String text = value == null || value.isBlank() ? "" : "=" + value.strip();
        return (flag == Flag.OPT_LEVEL ? "the level" : Flag.DASHES + flag.key()) + " is a flag: -A" + Option.FLAGS.key()
                + "=" + Flag.DASHES + flag.key() + text;
    }
}
