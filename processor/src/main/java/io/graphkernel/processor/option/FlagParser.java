package io.graphkernel.processor.option;

import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.Suggestions;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Reads flags in the syntax of {@code MS_DEV_GRAPH_KERNEL_FLAGS}: words separated by blanks, {@code --key} for true or
 * {@code --key=value}; of a repeated key the first wins. A word that is not understood is reported and ignored.
 */
public final class FlagParser {

    /** Dashes that word processors and documents put in place of {@code --}: en dash, em dash, minus sign. */
    private static final String TYPOGRAPHIC_DASHES = "\u2013\u2014\u2212";

    private final SortedSet<String> passNames;

    /**
     * Makes a parser.
     *
     * @param passNames the passes that can be enabled and disabled
     */
    public FlagParser(Set<String> passNames) {
        this.passNames = new TreeSet<>(passNames);
    }

    /**
     * Parses flags.
     *
     * @param text the flags
     * @param farther what holds for flags that the text does not give
     * @param problems takes what is wrong
     * @return the flags
     */
    public Flags parse(String text, Flags farther, ProblemSink problems) {
        Map<Flag, String> values = new EnumMap<>(Flag.class);
        for (String word : text.strip().split("\\s+")) {
            if (!word.isEmpty()) {
                readWord(word, values, problems);
            }
        }
        Flags flags = farther;
        for (Map.Entry<Flag, String> entry : values.entrySet()) {
            Optional<Object> value = value(entry.getKey(), entry.getValue(), problems);
            flags = value.isPresent() ? flags.with(entry.getKey(), value.get()) : flags;
        }
        return flags;
    }

    private static void readWord(String word, Map<Flag, String> values, ProblemSink problems) {
        if (TYPOGRAPHIC_DASHES.indexOf(word.charAt(0)) >= 0) {
            problems.report(
                    Diagnostic.MALFORMED_FLAG,
                    word,
                    "it starts with a typographic dash, as a document prints it, not with two minus signs");
            return;
        }
        String[] sides = word.split("=", -1);
        String key = sides[0].startsWith("--") ? sides[0].substring(2) : "";
        if (key.isEmpty() || sides.length > 2 || sides.length == 2 && sides[1].isEmpty()) {
            String cause = key.isEmpty()
                    ? "it does not start with -- and a name"
                    : sides.length > 2 ? "it has more than one =" : "there is no value after =";
            problems.report(Diagnostic.MALFORMED_FLAG, word, cause);
            return;
        }
        Optional<Flag> flag = Flag.byKey(key);
        if (flag.isEmpty()) {
            problems.report(Diagnostic.UNKNOWN_FLAG, key, Suggestions.advice(key, Flag.keys(), "flags"));
            return;
        }
        String value = sides.length == 2 ? sides[1] : "";
        String first = values.putIfAbsent(flag.get(), value);
        if (first != null) {
            problems.report(Diagnostic.DUPLICATE_FLAG, key, first, value);
        }
    }

    private Optional<Object> value(Flag flag, String text, ProblemSink problems) {
        Optional<Object> value = flag.type().read(text);
        boolean tooHigh = flag == Flag.OPT_LEVEL
                && value.filter(level -> (Long) level > Flag.HIGHEST_LEVEL).isPresent();
        if (value.isEmpty() || tooHigh) {
            problems.report(Diagnostic.BAD_FLAG_VALUE, flag.key(), text, "it takes " + flag.form(), flag.form());
        }
        if (tooHigh) {
            return Optional.of((long) Flag.HIGHEST_LEVEL);
        }
        if (flag == Flag.ENABLE_PASS || flag == Flag.DISABLE_PASS) {
            return value.map(names -> known(flag, (List<?>) names, problems));
        }
        return value;
    }

    private List<?> known(Flag flag, List<?> names, ProblemSink problems) {
        for (Object name : names) {
            if (!passNames.contains(name)) {
                String advice = Suggestions.advice((String) name, passNames, "passes");
                problems.report(Diagnostic.UNKNOWN_PASS, flag.key(), name, advice);
            }
        }
        return names.stream().filter(passNames::contains).toList();
    }
}
