package io.graphkernel.common.names;

import java.nio.charset.Charset;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Formatting of messages: bounded length, printable characters, and correct plurals. */
public final class MessageText {
    /** Maximum number of characters of one message argument, such as a name from a file. */
    public static final int MAX_ARGUMENT_CHARACTERS = 8_000;

    /** Nouns that messages count. */
    private static final Pattern PLURAL =
            Pattern.compile(" (threads|elements|bytes|ranks|methods|ops|launches|kernels|columns"
                    + "|rows|dims|axes|positions|processes|parameters|tensors|groups|names|characters|heads|steps|nodes|operands"
                    + "|arguments|results|inputs|values|weights|loops|classes|files|plans|slots|constants)\\b");

    private static final int KEPT_AT_END = 100;
    private static final char ELLIPSIS = '\u2026';

    private static final boolean HAS_ELLIPSIS = canPrint(
            System.getProperty("stdout.encoding", System.getProperty("native.encoding", "")), Charset.defaultCharset());

    private MessageText() {}

    /** Returns message arguments, truncating long ones in the middle. */
    public static Object[] bounded(Object... arguments) {
        Object[] bounded = arguments.clone();
        for (int i = 0; i < bounded.length; i++) {
            bounded[i] = bounded(bounded[i]);
        }
        return bounded;
    }

    private static Object bounded(Object argument) {
        // Numbers are retained for formats.
        if (argument == null || argument instanceof Number) {
            return argument;
        }
        String text = argument.toString();
        return text == null || text.length() <= MAX_ARGUMENT_CHARACTERS ? argument : cut(text, MAX_ARGUMENT_CHARACTERS);
    }

    /**
     * Returns a text, abbreviated to its start and end if it is too long.
     *
     * @param limit approximate maximum number of characters
     */
    public static String cut(String text, int limit) {
        if (text.length() <= limit) {
            return text;
        }
        String begin = text.substring(0, whole(text, Math.max(1, limit - KEPT_AT_END)));
        String end = text.substring(whole(text, text.length() - Math.min(KEPT_AT_END, limit / 2)));
        return String.format(Locale.ROOT, "%s ... (%,d characters in all) ... %s", begin, text.length(), end);
    }

    /** Returns an index that does not split a surrogate pair. */
    private static int whole(String text, int index) {
        return Character.isLowSurrogate(text.charAt(index)) && Character.isHighSurrogate(text.charAt(index - 1))
                ? index - 1
                : index;
    }

    /** Returns a text with ellipsis characters replaced by three dots if the console cannot print them. */
    public static String printable(String text) {
        return HAS_ELLIPSIS ? text : ascii(text);
    }

    static String ascii(String text) {
        return text.replace(String.valueOf(ELLIPSIS), "...");
    }

    static boolean canPrint(String encoding, Charset otherwise) {
        try {
            Charset charset = encoding.isEmpty() ? otherwise : Charset.forName(encoding);
            return charset.canEncode() && charset.newEncoder().canEncode(ELLIPSIS);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * Returns a template in which a noun after a placeholder is singular if its argument is 1.
     *
     * @param template text with placeholders, each optionally followed by a noun
     * @param placeholder pattern of a placeholder, whose first group is an index
     * @param first index of the first argument
     * @param arguments arguments of the placeholders
     */
    public static String agreeing(String template, Pattern placeholder, int first, Object... arguments) {
        Matcher matcher = placeholder.matcher(template);
        StringBuilder text = new StringBuilder();
        int from = 0;
        while (matcher.find()) {
            text.append(template, from, matcher.end());
            from = matcher.end();
            int index = Integer.parseInt(matcher.group(1)) - first;
            Matcher noun = PLURAL.matcher(template).region(from, template.length());
            if (index < arguments.length && "1".equals(String.valueOf(arguments[index])) && noun.lookingAt()) {
                text.append(' ').append(singular(noun.group(1)));
                from = noun.end();
            }
        }
        return text.append(template, from, template.length()).toString();
    }

    private static String singular(String plural) {
        return plural.endsWith("axes")
                ? "axis"
                : plural.matches(".*(ch|ss|x)es")
                        ? plural.substring(0, plural.length() - 2)
                        : plural.substring(0, plural.length() - 1);
    }

    /**
     * Returns a number and its noun, such as {@code 1 thread} and {@code 2 threads}.
     *
     * @param one singular of the noun
     * @param several plural of the noun
     */
    public static String counted(long count, String one, String several) {
        return count + " " + (count == 1 ? one : several);
    }

    /** Returns a number and its noun with a regular plural. */
    public static String counted(long count, String one) {
        return counted(count, one, one + "s");
    }
}
