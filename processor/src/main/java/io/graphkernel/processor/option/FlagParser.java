package io.graphkernel.processor.option;

import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.Suggestions;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Parser of flags in the syntax of {@code MS_DEV_GRAPH_KERNEL_FLAGS}: words separated by spaces, {@code --key} for true
 * or {@code --key=value}; of a repeated key the first wins. {@code --path=flags.json} selects the flags of a JSON file
 * only. Invalid flags are reported and ignored.
 */
public final class FlagParser {

    /** Key of a flag file. */
    static final String PATH = "path";

    /** Dashes that word processors substitute for {@code --}: en dash, em dash, minus sign. */
    private static final String TYPOGRAPHIC_DASHES = "\u2013\u2014\u2212";

    private final Supplier<Vocabulary> known;
    private Vocabulary vocabulary;

    /**
     * Creates a parser.
     *
     * @param vocabulary valid names in lists
     */
    public FlagParser(Vocabulary vocabulary) {
        this(() -> vocabulary);
    }

    /**
     * Creates a parser.
     *
     * @param known supplier of the valid names in lists, evaluated lazily since all passes and rules contribute
     */
    public FlagParser(Supplier<Vocabulary> known) {
        this.known = known;
    }

    Vocabulary vocabulary() {
        if (vocabulary == null) {
            vocabulary = known.get();
        }
        return vocabulary;
    }

    /**
     * Parses flags.
     *
     * @param text the flags
     * @param farther flags with lower precedence
     * @param problems receiver of problems
     * @return the flags
     */
    public FlagValues parse(String text, FlagValues farther, ProblemSink problems) {
        Map<String, String> words = new LinkedHashMap<>();
        for (String word : text.strip().split("\\s+")) {
            if (!word.isEmpty()) {
                readWord(word, words, problems);
            }
        }
        return read(words, farther, problems);
    }

    /**
     * Interprets words, or those of the file that they name.
     *
     * @param words values by key
     * @param farther flags with lower precedence
     * @param problems receiver of problems
     * @return the flags
     */
    FlagValues read(Map<String, String> words, FlagValues farther, ProblemSink problems) {
        String file = words.remove(PATH);
        if (file == null) {
            return resolve(words, farther, problems);
        }
        words.keySet().forEach(key -> problems.report(Diagnostic.FLAG_NEXT_TO_PATH, key, file));
        return resolve(FlagFile.readJson(file, problems), farther, problems.in(file));
    }

    private static void readWord(String word, Map<String, String> words, ProblemSink problems) {
        if (TYPOGRAPHIC_DASHES.indexOf(word.charAt(0)) >= 0) {
            problems.report(
                    Diagnostic.MALFORMED_FLAG,
                    word,
                    "it starts with a typographic dash, as a document prints it, not with two minus signs");
            return;
        }
        String[] sides = word.split("=", -1);
        String key = sides[0].startsWith(Flag.DASHES) ? sides[0].substring(Flag.DASHES.length()) : "";
        if (key.isEmpty() || sides.length > 2 || sides.length == 2 && sides[1].isEmpty()) {
            String cause = key.isEmpty()
                    ? "it does not start with -- and a name; a list holds no blanks"
                    : sides.length > 2 ? "it has more than one =" : "the value after = is missing";
            problems.report(Diagnostic.MALFORMED_FLAG, word, cause);
            return;
        }
        String value = sides.length == 2 ? sides[1] : "";
        String first = words.putIfAbsent(key, value);
        if (first != null) {
            problems.report(Diagnostic.DUPLICATE_FLAG, key, first, value);
        }
    }

    private FlagValues resolve(Map<String, String> texts, FlagValues farther, ProblemSink problems) {
        Map<Flag, Object> values = new EnumMap<>(Flag.class);
        texts.forEach((key, text) -> {
            Optional<Flag> flag = Flag.byKey(key);
            if (flag.isEmpty()) {
                problems.report(Diagnostic.UNKNOWN_FLAG, key, Suggestions.advice(key, Flag.supportedKeys(), "flags"));
            } else if (flag.get().whyWithoutMeaning().isPresent()) {
                String reason = flag.get().whyWithoutMeaning().get();
                problems.report(Diagnostic.FLAG_WITHOUT_MEANING, key, reason);
            } else {
                value(flag.get(), text, problems).ifPresent(value -> values.put(flag.get(), value));
            }
        });
        FlagValues flags = farther;
        for (Map.Entry<Flag, Object> entry : values.entrySet()) {
            flags = flags.with(entry.getKey(), entry.getValue());
        }
        return flags;
    }

    private Optional<Object> value(Flag flag, String text, ProblemSink problems) {
        Optional<Object> value = flag.type().read(text);
        boolean tooHigh = flag == Flag.OPT_LEVEL
                && value.filter(level -> (Long) level > Flag.HIGHEST_LEVEL).isPresent();
        if (value.isEmpty()) {
            String cause = "it takes " + flag.syntax();
            problems.report(Diagnostic.BAD_FLAG_VALUE, flag.key(), text, cause, flag.syntax());
        }
        // MindSpore also warns, and uses the maximum level.
        if (tooHigh) {
            problems.report(Diagnostic.LEVEL_TOO_HIGH, flag.key(), text, Flag.HIGHEST_LEVEL);
            return Optional.of((long) Flag.HIGHEST_LEVEL);
        }
        KnownNames names = vocabulary().names().get(flag);
        return names == null ? value : value.map(items -> known(flag, (List<?>) items, names, problems));
    }

    private static List<?> known(Flag flag, List<?> items, KnownNames names, ProblemSink problems) {
        return items.stream()
                .filter(item -> isKnown(flag, (String) item, names, problems))
                .toList();
    }

    private static boolean isKnown(Flag flag, String item, KnownNames names, ProblemSink problems) {
        if (names.contains(item)) {
            return true;
        }
        String reason = names.rejected().get(item);
        if (reason != null) {
            problems.report(Diagnostic.NAME_WITHOUT_EFFECT, flag.key(), item, reason);
        } else {
            problems.report(Diagnostic.UNKNOWN_NAME, flag.key(), item, names.one(), names.advice(item));
        }
        return false;
    }
}
