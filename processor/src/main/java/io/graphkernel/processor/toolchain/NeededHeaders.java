package io.graphkernel.processor.toolchain;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts headers into a source as far as it needs them, for a driver would parse all of it at each start. Left out are
 * comments, and those headers of mathematical functions and of the joins between threads of which a source calls
 * nothing, directly or through other functions. What these headers define has a plain name, or a macro makes its name
 * from a beginning that no other header uses.
 */
final class NeededHeaders {
    private static final Pattern OPTIONAL = Pattern.compile("gk_(?:math_.*|gpu_reduce\\.h)");

    private static final Pattern WORD = Pattern.compile("\\b(?:gk|GK)_\\w+");

    /** A function or table, a macro, or the end of a structure with its name. */
    private static final Pattern DEFINITION = Pattern.compile(
            "^(?:(?:GK_INLINE|GK_OVERLOAD|GK_APART|GK_CONSTANT) [\\w ]*?(\\w+)[(\\[]|#define (\\w+)|\\} (\\w+);)",
            Pattern.MULTILINE);

    /** How the name of a function begins that a macro defines. */
    private static final Pattern MADE_NAME = Pattern.compile("\\b(gk_\\w+_)##");

    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);

    /** In macros they reach to the right margin. */
    private static final Pattern BLANKS_AT_END = Pattern.compile("[ \\t]+(?=\\\\?$)", Pattern.MULTILINE);

    private static final Pattern EMPTY_LINES = Pattern.compile("(?:^\\R)+", Pattern.MULTILINE);

    private NeededHeaders() {}

    /**
     * Some text in the order of a source.
     *
     * @param header the header that it is from; the source itself has an empty name
     * @param text the text
     */
    record Part(String header, String text) {}

    /** The parts together, without those that are not needed: what is used has been defined before. */
    static String text(List<Part> parts) {
        Set<String> used = new HashSet<>();
        Deque<String> needed = new ArrayDeque<>();
        for (int i = parts.size() - 1; i >= 0; i--) {
            Part part = parts.get(i);
            if (!OPTIONAL.matcher(part.header()).matches() || defines(part.text(), used)) {
                String text = part.header().isEmpty() ? part.text() : withoutComments(part.text());
                needed.addFirst(text);
                Matcher words = WORD.matcher(text);
                while (words.find()) {
                    used.add(words.group());
                }
            }
        }
        return String.join("", needed);
    }

    private static String withoutComments(String header) {
        String text = COMMENT.matcher(header).replaceAll(" ");
        return EMPTY_LINES.matcher(BLANKS_AT_END.matcher(text).replaceAll("")).replaceAll("");
    }

    private static boolean defines(String text, Set<String> used) {
        Matcher matcher = DEFINITION.matcher(text);
        while (matcher.find()) {
            for (int group = 1; group <= matcher.groupCount(); group++) {
                if (matcher.group(group) != null && used.contains(matcher.group(group))) {
                    return true;
                }
            }
        }
        Matcher made = MADE_NAME.matcher(text);
        while (made.find()) {
            String beginning = made.group(1);
            if (used.stream().anyMatch(word -> word.startsWith(beginning))) {
                return true;
            }
        }
        return false;
    }
}
