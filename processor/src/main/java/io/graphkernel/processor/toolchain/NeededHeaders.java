package io.graphkernel.processor.toolchain;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Inlining of the needed parts of headers, since a driver would parse all of them at each start. Comments are omitted,
 * and so are headers of mathematical functions, of functions on bits and of thread reductions that the source does not
 * call, directly or transitively. Definitions in these headers have plain names, or names with a prefix unique to the header.
 */
final class NeededHeaders {
    private static final Pattern OPTIONAL = Pattern.compile("gk_(?:math_.*|bits\\.h|gpu_reduce\\.h)");

    private static final Pattern WORD = Pattern.compile("\\b(?:gk|GK)_\\w+");

    /** Definition of a function, also within a macro, or of a table, macro or structure. */
    private static final Pattern DEFINITION = Pattern.compile(
            "^ *(?:(?:GK_INLINE|GK_OVERLOAD|GK_APART|GK_CONSTANT) [\\w ]*?(\\w+)[(\\[]|#define (\\w+)|\\} (\\w+);)",
            Pattern.MULTILINE);

    /** Prefixes of function names that a macro defines. */
    private static final Pattern MADE_NAME = Pattern.compile("\\b(gk_\\w+_)##");

    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);

    /** Trailing blanks; in macros they pad to the right margin. */
    private static final Pattern BLANKS_AT_END = Pattern.compile("[ \\t]+(?=\\\\?$)", Pattern.MULTILINE);

    private static final Pattern EMPTY_LINES = Pattern.compile("(?:^\\R)+", Pattern.MULTILINE);

    private NeededHeaders() {}

    /**
     * Section of a source.
     *
     * @param header originating header; empty for the source itself
     * @param text the text
     */
    record Part(String header, String text) {}

    /** Concatenates the sections without unused ones, since definitions precede uses. */
    static String text(List<Part> slices) {
        Set<String> used = new HashSet<>();
        Deque<String> needed = new ArrayDeque<>();
        for (int i = slices.size() - 1; i >= 0; i--) {
            Part slice = slices.get(i);
            if (!OPTIONAL.matcher(slice.header()).matches() || defines(slice.text(), used)) {
                String text = slice.header().isEmpty() ? slice.text() : withoutComments(slice.text());
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
        Matcher names = MADE_NAME.matcher(text);
        while (names.find()) {
            String beginning = names.group(1);
            if (used.stream().anyMatch(word -> word.startsWith(beginning))) {
                return true;
            }
        }
        return false;
    }
}
