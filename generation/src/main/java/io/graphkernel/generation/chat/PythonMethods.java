package io.graphkernel.generation.chat;

import java.beans.FeatureDescriptor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jinjava.javax.el.ELContext;
import jinjava.javax.el.ELResolver;
import org.jspecify.annotations.Nullable;

/** Python's methods of strings, which templates call. Others are rejected; calls on other values are passed on. */
final class PythonMethods extends ELResolver {

    private final ELResolver next;

    PythonMethods(ELResolver next) {
        this.next = next;
    }

    /**
     * Calls a method.
     *
     * @throws UnsupportedOperationException if a method of strings is not available with these arguments
     */
    @Override
    public @Nullable Object invoke(
            ELContext context, Object base, Object method, Class<?> @Nullable [] types, Object @Nullable [] arguments) {
        if (base instanceof CharSequence) {
            List<Object> values = arguments == null ? List.of() : Arrays.asList(arguments);
            Object result = result(base.toString(), String.valueOf(method), values);
            context.setPropertyResolved(true);
            return result;
        }
        return next.invoke(context, base, method, types, arguments);
    }

    /** Returns the result of a method. Java's methods of strings are not available: some of them return any length. */
    private static Object result(String text, String method, List<Object> arguments) {
        return switch (method + "/" + arguments.size()) {
            case "startswith/1" -> texts(method, arguments.get(0)).anyMatch(text::startsWith);
            case "endswith/1" -> texts(method, arguments.get(0)).anyMatch(text::endsWith);
            case "upper/0" -> text.toUpperCase(Locale.ROOT);
            case "lower/0" -> text.toLowerCase(Locale.ROOT);
            case "strip/0", "strip/1" -> strip(text, method, arguments, true, true);
            case "lstrip/0", "lstrip/1" -> strip(text, method, arguments, true, false);
            case "rstrip/0", "rstrip/1" -> strip(text, method, arguments, false, true);
            case "split/0", "split/1", "split/2" -> split(text, arguments);
            case "replace/2" -> replace(text, text(method, arguments.get(0)), text(method, arguments.get(1)));
            default -> throw unavailable(method, "with " + arguments.size() + " arguments");
        };
    }

    static UnsupportedOperationException unavailable(String method, String condition) {
        return new UnsupportedOperationException("the method " + method + " of strings is not available " + condition);
    }

    private static String text(String method, Object argument) {
        if (argument instanceof CharSequence text) {
            return text.toString();
        }
        throw unavailable(method, "with the argument " + argument);
    }

    /** Returns a text, or those of a tuple. */
    private static Stream<String> texts(String method, Object argument) {
        return argument instanceof Collection<?> tuple
                ? tuple.stream().map(element -> text(method, element))
                : Stream.of(text(method, argument));
    }

    /** Splits at most a number of times; without a separator, at runs of white space and not at the ends. */
    private static List<String> split(String text, List<Object> arguments) {
        long splits = -1;
        if (arguments.size() == 2) {
            if (!(arguments.get(1) instanceof Number number)) {
                throw unavailable("split", "with the argument " + arguments.get(1));
            }
            splits = number.longValue();
        }
        boolean atBlanks = arguments.isEmpty() || arguments.get(0) == null;
        String separator = atBlanks ? "" : text("split", arguments.get(0));
        if (!atBlanks && separator.isEmpty()) {
            throw unavailable("split", "with an empty separator");
        }
        List<String> words = new ArrayList<>();
        String rest = atBlanks ? strip(text, "split", List.of(), true, false) : text;
        int end = end(rest, separator);
        while (end >= 0 && splits-- != 0) {
            words.add(rest.substring(0, end));
            rest = rest.substring(end + separator.length());
            rest = atBlanks ? strip(rest, "split", List.of(), true, false) : rest;
            end = end(rest, separator);
        }
        if (!atBlanks || !rest.isEmpty()) {
            words.add(rest);
        }
        return words;
    }

    /** Returns the position of a separator, or of white space if it is empty; -1 if there is none. */
    private static int end(String text, String separator) {
        return separator.isEmpty()
                ? IntStream.range(0, text.length())
                        .filter(index -> isBlank(text.charAt(index)))
                        .findFirst()
                        .orElse(-1)
                : text.indexOf(separator);
    }

    static String replace(String text, String old, String replacement) {
        int from = old.isEmpty() ? -1 : text.indexOf(old);
        long count = old.isEmpty() ? text.length() + 1L : 0;
        while (from >= 0) {
            count++;
            from = text.indexOf(old, from + old.length());
        }
        if (text.length() + count * (replacement.length() - old.length()) > JinjaChatTemplate.MAX_CHARACTERS) {
            throw unavailable("replace", "for results of more than " + JinjaChatTemplate.MAX_CHARACTERS);
        }
        return text.replace(old, replacement);
    }

    /** Removes characters at the ends; white space without an argument. */
    private static String strip(String text, String method, List<Object> arguments, boolean atBegin, boolean atEnd) {
        boolean ofBlanks = arguments.isEmpty() || arguments.get(0) == null;
        String letters = ofBlanks ? "" : text(method, arguments.get(0));
        IntPredicate isStripped = ofBlanks ? PythonMethods::isBlank : letter -> letters.indexOf(letter) >= 0;
        int begin = 0;
        int end = text.length();
        while (atBegin && begin < end && isStripped.test(text.charAt(begin))) {
            begin++;
        }
        while (atEnd && begin < end && isStripped.test(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(begin, end);
    }

    /** Returns true for white space of Python, which includes no-break spaces. */
    private static boolean isBlank(int letter) {
        return Character.isWhitespace(letter) || Character.isSpaceChar(letter) || letter == '\u0085';
    }

    @Override
    public @Nullable Object getValue(ELContext context, Object base, Object property) {
        return next.getValue(context, base, property);
    }

    @Override
    public @Nullable Class<?> getType(ELContext context, Object base, Object property) {
        return next.getType(context, base, property);
    }

    @Override
    public void setValue(ELContext context, Object base, Object property, Object value) {
        next.setValue(context, base, property, value);
    }

    @Override
    public boolean isReadOnly(ELContext context, Object base, Object property) {
        return next.isReadOnly(context, base, property);
    }

    @Override
    public @Nullable Iterator<FeatureDescriptor> getFeatureDescriptors(ELContext context, Object base) {
        return next.getFeatureDescriptors(context, base);
    }

    @Override
    public @Nullable Class<?> getCommonPropertyType(ELContext context, Object base) {
        return next.getCommonPropertyType(context, base);
    }
}
