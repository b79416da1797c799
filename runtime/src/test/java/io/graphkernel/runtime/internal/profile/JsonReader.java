package io.graphkernel.runtime.internal.profile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON as RFC 8259 has it and nothing more: objects as maps, arrays as lists, numbers as doubles. */
public final class JsonReader {

    private final String text;
    private int next;

    private JsonReader(String text) {
        this.text = text;
    }

    /** Reads one value; anything else is an assertion error that says where. */
    public static Object read(String text) {
        JsonReader reader = new JsonReader(text);
        Object value = reader.value();
        reader.blank();
        reader.check(reader.next == text.length());
        return value;
    }

    @SuppressWarnings("unchecked")
    public static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    public static List<Map<String, Object>> objects(Object value) {
        return (List<Map<String, Object>>) value;
    }

    private Object value() {
        blank();
        switch (text.charAt(next)) {
            case '{':
                return members();
            case '[':
                return elements();
            case '"':
                return string();
            default:
                return literal();
        }
    }

    private Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        next++;
        while (!ends('}', members.isEmpty())) {
            blank();
            String name = string();
            blank();
            check(text.charAt(next++) == ':');
            check(members.put(name, value()) == null);
        }
        return members;
    }

    private List<Object> elements() {
        List<Object> elements = new ArrayList<>();
        next++;
        while (!ends(']', elements.isEmpty())) {
            elements.add(value());
        }
        return elements;
    }

    private boolean ends(char bracket, boolean first) {
        blank();
        if (text.charAt(next) == bracket) {
            next++;
            return true;
        }
        if (!first) {
            check(text.charAt(next++) == ',');
        }
        return false;
    }

    private String string() {
        check(text.charAt(next++) == '"');
        StringBuilder string = new StringBuilder();
        while (text.charAt(next) != '"') {
            char letter = text.charAt(next++);
            check(letter >= ' ');
            string.append(letter == '\\' ? escaped() : letter);
        }
        next++;
        return string.toString();
    }

    private char escaped() {
        char letter = text.charAt(next++);
        if (letter == 'u') {
            next += 4;
            return (char) Integer.parseInt(text.substring(next - 4, next), 16);
        }
        int plain = "\"\\/bfnrt".indexOf(letter);
        check(plain >= 0);
        return "\"\\/\b\f\n\r\t".charAt(plain);
    }

    private Object literal() {
        int begin = next;
        while (next < text.length() && "+-.0123456789abcdefghijklmnopqrstuvwxyzE".indexOf(text.charAt(next)) >= 0) {
            next++;
        }
        String literal = text.substring(begin, next);
        if (literal.equals("true") || literal.equals("false")) {
            return Boolean.valueOf(literal);
        }
        check(literal.matches("-?(0|[1-9][0-9]*)([.][0-9]+)?"));
        return Double.valueOf(literal);
    }

    private void blank() {
        while (next < text.length() && " \t\r\n".indexOf(text.charAt(next)) >= 0) {
            next++;
        }
    }

    private void check(boolean good) {
        if (!good) {
            throw new AssertionError(
                    "no JSON at " + next + ": " + text.substring(next, Math.min(next + 40, text.length())));
        }
    }
}
