package io.graphkernel.processor.reference.facade;

import java.util.ArrayList;
import java.util.List;

/** Lines of Java text within the length limit. */
final class CodeLines {

    private static final String DEEPER = "        ";

    private CodeLines() {}

    /** A statement, broken after commas and braces where it is too long. */
    static List<String> wrapped(String statement, int width) {
        List<String> lines = new ArrayList<>();
        String indent = " ".repeat(statement.length() - statement.stripLeading().length()) + DEEPER;
        String rest = statement;
        while (rest.length() > width) {
            int at = Math.max(rest.lastIndexOf(", ", width - 2) + 1, rest.lastIndexOf("(", width - 2) + 1);
            if (at <= indent.length()) {
                break;
            }
            lines.add(rest.substring(0, at).stripTrailing());
            rest = indent + rest.substring(at).strip();
        }
        lines.add(rest);
        return lines;
    }

    /** Words after a prefix, as many on each line as fit. */
    static List<String> filled(String prefix, String continuation, String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(prefix);
        boolean empty = true;
        for (String word : text.split(" ")) {
            if (!empty && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line = new StringBuilder(prefix + continuation);
                empty = true;
            }
            line.append(empty ? "" : " ").append(word);
            empty = false;
        }
        lines.add(line.toString());
        return lines;
    }
}
