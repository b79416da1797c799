package io.graphkernel.processor.option;

import io.graphkernel.names.NearestName;
import io.graphkernel.processor.diagnostic.Suggestions;
import java.util.Arrays;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a user may have meant by an option that does not exist: another option, or a flag. */
final class UnknownOption {

    /** What the flag is called in speech. */
    private static final String LEVEL = "level";

    private UnknownOption() {}

    /**
     * Advice for a name that is no option.
     *
     * @param key as the user wrote it, with the prefix
     * @param value what it was given, null for nothing
     * @return the nearest option or flag, or the list of options if neither is near
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

    /** The flags that one can give, by all they may be called. */
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
