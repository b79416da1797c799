package io.graphkernel.graph;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Java expressions over a method's primitive parameters, as the stub prints them. */
public final class ScalarExpressions {

    /**
     * A name, or the path of a component such as {@code w.norms.3.epsilon}, but not a call such as {@code Math.sqrt}.
     */
    private static final Pattern NAME = Pattern.compile("(?<![\\p{javaJavaIdentifierPart}.])"
            + "\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*+"
            + "(?:\\.\\p{javaJavaIdentifierPart}++)*+(?!\\.|\\s*\\()");

    private static final Pattern CAST = Pattern.compile("\\((byte|short|char|int|long|float|double)\\)\\s*(.*)");
    private static final Pattern INTEGER = Pattern.compile("(-?[0-9]+)L?");
    private static final Pattern FRACTION = Pattern.compile("(-?[0-9]+\\.[0-9]+(?:E-?[0-9]+)?)(f?)");

    /** The runtime class that rounds the numbers of a call. */
    private static final String ROUNDING = "io.graphkernel.runtime.generated.CallNumbers";

    private ScalarExpressions() {}

    /**
     * Substitutes expressions for parameter names. A parameter by itself becomes the text of its argument, so that
     * inlining does not change the number.
     *
     * @param expression Java text
     * @param arguments Java text by name; other entries are ignored
     * @return Java text over the variables of the arguments
     */
    public static String substitute(String expression, Map<String, Object> arguments) {
        if (arguments.get(expression) instanceof String argument) {
            return argument;
        }
        Matcher matcher = NAME.matcher(expression);
        return matcher.replaceAll(match -> arguments.get(match.group()) instanceof String argument
                ? Matcher.quoteReplacement("(" + argument + ")")
                : Matcher.quoteReplacement(match.group()));
    }

    /**
     * Returns the number that an expression denotes if the caller passed a constant.
     *
     * @param expression Java text
     * @return a {@code Long}, {@code Float} or {@code Double}; empty if the expression is more than a literal with
     *     casts and parentheses
     */
    static Optional<Number> number(String expression) {
        String text = expression.strip();
        Matcher cast = CAST.matcher(text);
        if (cast.matches()) {
            return number(cast.group(2)).map(value -> converted(value, cast.group(1)));
        }
        if (text.startsWith("(") && matchingParenthesis(text) == text.length() - 1) {
            return number(text.substring(1, text.length() - 1));
        }
        Matcher integer = INTEGER.matcher(text);
        if (integer.matches()) {
            return Optional.of(Long.valueOf(integer.group(1)));
        }
        Matcher fraction = FRACTION.matcher(text);
        if (fraction.matches()) {
            return Optional.of(
                    fraction.group(2).isEmpty()
                            ? (Number) Double.valueOf(fraction.group(1))
                            : (Number) Float.valueOf(fraction.group(1)));
        }
        return Optional.empty();
    }

    /**
     * Returns the Java text of a runtime scalar in its dtype, as specified by {@link Node#scalar}. Integers were
     * checked before.
     *
     * @param scalar a runtime scalar
     * @return Java text over the method's primitive parameters
     */
    public static String converted(Node scalar) {
        String text = scalar.attributes().text(Attributes.EXPRESSION);
        if (!scalar.isConverted()) {
            return text;
        }
        return switch (scalar.dtype()) {
            case F16 -> ROUNDING + ".f16(" + text + ")";
            case BF16 -> ROUNDING + ".bf16(" + text + ")";
            case F8E4M3 -> ROUNDING + ".f8e4m3(" + text + ")";
            case F8E5M2 -> ROUNDING + ".f8e5m2(" + text + ")";
            case U32, I64, U64 -> "(long) (" + text + ")";
            // A redundant cast is a compiler warning in the stub.
            default -> scalar.attributes().text(Attributes.JAVA_TYPE).equals("int") ? text : "(int) (" + text + ")";
        };
    }

    /**
     * Returns a number of a graph as an argument for a primitive parameter.
     *
     * @param number a constant, or a number known at the call
     * @param javaType the primitive type of the parameter
     * @return Java text of this type
     */
    public static String text(Node number, String javaType) {
        if (number.kind() == Node.Kind.SCALAR) {
            return number.attributes().text(Attributes.EXPRESSION);
        }
        Number value = number.attributes().number();
        return switch (javaType) {
            case "float" -> literal(value.floatValue());
            case "double" -> literal(value.doubleValue());
            case "long" -> literal(value.longValue());
            default -> literal(value.intValue());
        };
    }

    /**
     * Returns the literal of a number.
     *
     * @param constant a {@code Float}, {@code Double}, {@code Long} or {@code Integer}
     * @return Java text of its type
     */
    public static String literal(Number constant) {
        if (constant instanceof Float || constant instanceof Double) {
            double number = constant.doubleValue();
            String box = constant.getClass().getSimpleName();
            if (Double.isNaN(number)) {
                return box + ".NaN";
            }
            if (Double.isInfinite(number)) {
                return box + (number > 0 ? ".POSITIVE_INFINITY" : ".NEGATIVE_INFINITY");
            }
            return constant instanceof Float single ? FloatText.of(single) + "f" : FloatText.of(number);
        }
        return constant instanceof Long ? constant + "L" : constant.toString();
    }

    private static Number converted(Number value, String type) {
        boolean isIntegral = value instanceof Long;
        int narrow = isIntegral ? (int) value.longValue() : (int) value.doubleValue();
        return switch (type) {
            case "float" -> (Number) value.floatValue();
            case "double" -> (Number) value.doubleValue();
            case "long" -> (Number) (isIntegral ? value.longValue() : (long) value.doubleValue());
            case "byte" -> (Number) (long) (byte) narrow;
            case "short" -> (Number) (long) (short) narrow;
            case "char" -> (Number) (long) (char) narrow;
            default -> (Number) (long) narrow;
        };
    }

    /** Returns the index of the parenthesis that closes the first one. */
    private static int matchingParenthesis(String text) {
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            depth += text.charAt(i) == '(' ? 1 : text.charAt(i) == ')' ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return -1;
    }
}
