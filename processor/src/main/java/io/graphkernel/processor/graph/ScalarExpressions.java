package io.graphkernel.processor.graph;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Java expressions over a method's primitive parameters, as text that the stub prints. */
final class ScalarExpressions {

    /** An identifier that is not part of a qualified name such as {@code Math.sqrt} and not called. */
    private static final Pattern NAME = Pattern.compile("(?<![\\p{javaJavaIdentifierPart}.])"
            + "\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*+(?!\\.|\\s*\\()");

    /** One literal, after parentheses and casts to {@code float} are taken away. */
    private static final Pattern LITERAL = Pattern.compile("-?[0-9][0-9.]*(?:E-?[0-9]+)?(?=[fL]?$)");

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

    /**
     * The number that an expression is, after a caller has passed a constant.
     *
     * @param expression Java text
     * @return the number, or empty if the expression is more than a literal
     */
    static Optional<Double> number(String expression) {
        String bare = expression.replace("(float)", "").replaceAll("[() ]", "");
        Matcher matcher = LITERAL.matcher(bare);
        return matcher.lookingAt() ? Optional.of(Double.valueOf(matcher.group())) : Optional.empty();
    }
}
