package io.graphkernel.processor.graph;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Java expressions over a method's primitive parameters, as text that the stub prints. */
final class ScalarExpressions {

    /** An identifier that is not part of a qualified name such as {@code Math.sqrt} and not called. */
    private static final Pattern NAME = Pattern.compile("(?<![\\w.])[A-Za-z_$][\\w$]*(?![\\w.]|\\s*\\()");

    private ScalarExpressions() {}

    /**
     * Replaces parameter names by the caller's expressions.
     *
     * @param expression Java text
     * @param arguments Java text by name; other entries are ignored
     * @return Java text over the caller's parameters
     */
    static String substitute(String expression, Map<String, Object> arguments) {
        Matcher matcher = NAME.matcher(expression);
        return matcher.replaceAll(match -> arguments.get(match.group()) instanceof String argument
                ? Matcher.quoteReplacement("(" + argument + ")")
                : Matcher.quoteReplacement(match.group()));
    }
}
