package io.graphkernel.processor.toolchain;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts headers into a source and leaves out what it never compiles. Decides the conditions on macros of our own, whose
 * names no compiler knows; those on other macros stay for the compiler.
 */
final class HeaderInliner {
    private static final Pattern DIRECTIVE =
            Pattern.compile("^[ \\t]*#[ \\t]*([a-z]+)\\b[ \\t]*(.*?)\\s*$", Pattern.DOTALL);
    private static final Pattern INCLUDED = Pattern.compile("\"([A-Za-z0-9_.-]+)\".*", Pattern.DOTALL);
    private static final Pattern DEFINED = Pattern.compile("(\\w+)(\\(?)\\s*(.*)", Pattern.DOTALL);

    private final Function<String, Optional<String>> headers;
    private final OwnMacros macros = new OwnMacros();
    private final StringBuilder text = new StringBuilder();

    /**
     * Makes an inliner of one source.
     *
     * @param headers the text of a header by its name; empty if the compiler has to find it
     */
    HeaderInliner(Function<String, Optional<String>> headers) {
        this.headers = headers;
    }

    /** The source with its headers, each in place of its include. */
    String inline(String source) {
        block(lines(source).iterator(), true);
        return text.toString();
    }

    /** Lines with their ends; one that is continued is one with the next. */
    private static List<String> lines(String source) {
        List<String> lines = new ArrayList<>();
        int from = 0;
        for (int end = source.indexOf('\n'); end >= 0; end = source.indexOf('\n', end + 1)) {
            if (end == 0 || source.charAt(end - 1) != '\\') {
                lines.add(source.substring(from, end + 1));
                from = end + 1;
            }
        }
        if (from < source.length()) {
            lines.add(source.substring(from));
        }
        return lines;
    }

    /**
     * Copies lines up to the directive that ends the block.
     *
     * @param certain whether the compiler comes here in any case
     * @return that directive; null at the end of the text
     */
    private String block(Iterator<String> lines, boolean certain) {
        while (lines.hasNext()) {
            String line = lines.next();
            Matcher directive = DIRECTIVE.matcher(line);
            String name = directive.matches() ? directive.group(1) : "";
            switch (name) {
                case "if", "ifdef", "ifndef" -> conditional(line, lines, certain);
                case "elif", "else", "endif" -> {
                    return line;
                }
                case "include" -> include(directive.group(2), line, certain);
                case "define", "undef" -> {
                    define(name, directive.group(2), certain);
                    text.append(line);
                }
                default -> text.append(line);
            }
        }
        return null;
    }

    private void include(String operand, String line, boolean certain) {
        Matcher included = INCLUDED.matcher(operand);
        Optional<String> header = included.matches() ? headers.apply(included.group(1)) : Optional.empty();
        if (header.isPresent()) {
            block(lines(header.get()).iterator(), certain);
        } else {
            text.append(line);
        }
    }

    private void define(String directive, String operand, boolean certain) {
        Matcher defined = DEFINED.matcher(operand);
        if (defined.matches()) {
            String name = defined.group(1);
            if (!certain) {
                macros.mayChange(name);
            } else if (directive.equals("undef")) {
                macros.remove(name);
            } else {
                macros.define(name, defined.group(2).isEmpty() ? macros.evaluate(defined.group(3)) : null);
            }
        }
    }

    /** Copies the branch that is known to be compiled, or all that may be. */
    private void conditional(String first, Iterator<String> lines, boolean certain) {
        boolean open = false;
        boolean decided = false;
        String line = first;
        while (line != null && !directive(line).equals("endif")) {
            Long condition = decided ? Long.valueOf(0) : condition(line);
            if (condition != null && condition == 0) {
                line = skip(lines);
                continue;
            }
            decided = condition != null;
            if (open) {
                text.append(decided ? "#else\n" : line);
            } else if (!decided) {
                text.append(directive(line).equals("elif") ? line.replaceFirst("elif", "if") : line);
            }
            open |= !decided;
            line = block(lines, certain && !open);
        }
        if (open) {
            text.append("#endif\n");
        }
    }

    private Long condition(String line) {
        Matcher directive = DIRECTIVE.matcher(line);
        if (!directive.matches()) {
            return null;
        }
        String operand = directive.group(2);
        return switch (directive.group(1)) {
            case "ifdef" -> macros.evaluate("defined(" + operand + ")");
            case "ifndef" -> macros.evaluate("!defined(" + operand + ")");
            case "else" -> Long.valueOf(1);
            default -> macros.evaluate(operand);
        };
    }

    private static String directive(String line) {
        Matcher directive = DIRECTIVE.matcher(line);
        return directive.matches() ? directive.group(1) : "";
    }

    /** Leaves out lines up to the directive that ends the branch, and returns it. */
    private static String skip(Iterator<String> lines) {
        int depth = 0;
        while (lines.hasNext()) {
            String line = lines.next();
            String name = directive(line);
            if (name.startsWith("if")) {
                depth++;
            } else if (depth > 0 && name.equals("endif")) {
                depth--;
            } else if (depth == 0 && (name.startsWith("el") || name.equals("endif"))) {
                return line;
            }
        }
        return null;
    }
}
