package io.graphkernel.generation.chat;

import java.beans.FeatureDescriptor;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import jinjava.javax.el.ELContext;
import jinjava.javax.el.ELResolver;
import org.jspecify.annotations.Nullable;

/** Python's methods of strings, which templates call and Java does not have. Other calls are passed on. */
final class PythonMethods extends ELResolver {

    private final ELResolver next;

    PythonMethods(ELResolver next) {
        this.next = next;
    }

    @Override
    public @Nullable Object invoke(
            ELContext context, Object base, Object method, Class<?> @Nullable [] types, Object @Nullable [] arguments) {
        if (base instanceof CharSequence) {
            List<String> texts = arguments == null
                    ? List.of()
                    : Arrays.stream(arguments).map(String::valueOf).toList();
            Object result = result(base.toString(), String.valueOf(method), texts);
            if (result != null) {
                context.setPropertyResolved(true);
                return result;
            }
        }
        return next.invoke(context, base, method, types, arguments);
    }

    /** Returns the result of a method; null if Python does not have it, or Java has it. */
    private static @Nullable Object result(String text, String method, List<String> arguments) {
        return switch (method + "/" + arguments.size()) {
            case "startswith/1" -> text.startsWith(arguments.get(0));
            case "endswith/1" -> text.endsWith(arguments.get(0));
            case "upper/0" -> text.toUpperCase(Locale.ROOT);
            case "lower/0" -> text.toLowerCase(Locale.ROOT);
            case "strip/0", "strip/1" -> strip(text, arguments, true, true);
            case "lstrip/0", "lstrip/1" -> strip(text, arguments, true, false);
            case "rstrip/0", "rstrip/1" -> strip(text, arguments, false, true);
            case "split/1" -> List.of(text.split(Pattern.quote(arguments.get(0)), -1));
            case "split/0" -> text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
            default -> null;
        };
    }

    /** Removes characters at the ends; white space without an argument. */
    private static String strip(String text, List<String> arguments, boolean atBegin, boolean atEnd) {
        int begin = 0;
        int end = text.length();
        while (atBegin && begin < end && isStripped(text.charAt(begin), arguments)) {
            begin++;
        }
        while (atEnd && begin < end && isStripped(text.charAt(end - 1), arguments)) {
            end--;
        }
        return text.substring(begin, end);
    }

    private static boolean isStripped(char letter, List<String> arguments) {
        return arguments.isEmpty()
                ? Character.isWhitespace(letter)
                : arguments.get(0).indexOf(letter) >= 0;
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
