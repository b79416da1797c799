package io.graphkernel.processor.toolchain;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Leaves out those headers of mathematical functions of which a source calls none, directly or through other functions: a
 * driver would parse them at each start. Their files are named {@code gk_math_*.h}, and they define by plain names, not by
 * macros that make names.
 */
final class NeededHeaders {
    private static final Pattern OPTIONAL = Pattern.compile("gk_math_.*");

    private static final Pattern WORD = Pattern.compile("\\b(?:gk|GK)_\\w+");

    /** A function or table, a macro, or the end of a structure with its name. */
    private static final Pattern DEFINITION = Pattern.compile(
            "^(?:(?:GK_INLINE|GK_OVERLOAD|GK_APART|GK_CONSTANT) [\\w ]*?(\\w+)[(\\[]|#define (\\w+)|\\} (\\w+);)",
            Pattern.MULTILINE);

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
                needed.addFirst(part.text());
                Matcher words = WORD.matcher(part.text());
                while (words.find()) {
                    used.add(words.group());
                }
            }
        }
        return String.join("", needed);
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
        return false;
    }
}
