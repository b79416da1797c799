package io.graphkernel.processor.option;

import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.Suggestions;
import java.util.EnumMap;
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

    private static final int HIGHEST_LEVEL = 3;

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
        return new Flags(
                level(values, problems).orElse(farther.optLevel()),
                passes(Flag.ENABLE_PASS, values, problems).orElse(farther.enabledPasses()),
                passes(Flag.DISABLE_PASS, values, problems).orElse(farther.disabledPasses()),
                truth(Flag.DUMP_AS_TEXT, values, problems).orElse(farther.dumpAsText()));
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

    private static Optional<Integer> level(Map<Flag, String> values, ProblemSink problems) {
        String text = values.get(Flag.OPT_LEVEL);
        if (text == null) {
            return Optional.empty();
        }
        if (text.matches("[0-9]{1,9}") && Integer.parseInt(text) <= HIGHEST_LEVEL) {
            return Optional.of(Integer.parseInt(text));
        }
        badValue(Flag.OPT_LEVEL, text, problems);
        return Optional.empty();
    }

    private static Optional<Boolean> truth(Flag flag, Map<Flag, String> values, ProblemSink problems) {
        String text = values.get(flag);
        if (text == null) {
            return Optional.empty();
        }
        switch (text) {
            case "", "true", "True", "on", "1":
                return Optional.of(true);
            case "false", "False", "off", "0":
                return Optional.of(false);
            default:
                badValue(flag, text, problems);
                return Optional.empty();
        }
    }

    private Optional<Set<String>> passes(Flag flag, Map<Flag, String> values, ProblemSink problems) {
        String text = values.get(flag);
        if (text == null) {
            return Optional.empty();
        }
        Set<String> known = new TreeSet<>();
        for (String name : text.split(",", -1)) {
            if (passNames.contains(name)) {
                known.add(name);
            } else if (name.isEmpty()) {
                badValue(flag, text, problems);
            } else {
                problems.report(
                        Diagnostic.UNKNOWN_PASS, flag.key(), name, Suggestions.advice(name, passNames, "passes"));
            }
        }
        return Optional.of(known);
    }

    private static void badValue(Flag flag, String text, ProblemSink problems) {
        problems.report(Diagnostic.BAD_FLAG_VALUE, flag.key(), text, "it takes " + flag.form(), flag.form());
    }
}
