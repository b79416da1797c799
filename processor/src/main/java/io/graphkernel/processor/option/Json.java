package io.graphkernel.processor.option;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON (RFC 8259): objects as maps in order, arrays as lists, strings; any other value as {@link Literal}. */
public final class Json {

    /**
     * A number, {@code true}, {@code false} or {@code null} as it is written.
     *
     * @param text the word
     */
    public record Literal(String text) {

        @Override
        public String toString() {
            return text;
        }
    }

    /** The text is no JSON; the message says where. */
    public static final class SyntaxException extends Exception {

        private static final long serialVersionUID = 1;

        SyntaxException(String message) {
            super(message);
        }
    }

    private static final String LITERAL = "true|false|null|-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?";
    private static final String ESCAPED = "\"\\/bfnrt";
    private static final String ESCAPES = "\"\\/\b\f\n\r\t";
    private static final int DEEPEST = 64;

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /**
     * Reads a text.
     *
     * @param text one JSON value
     * @return the value
     * @throws SyntaxException if it is not one JSON value
     */
    public static Object parse(String text) throws SyntaxException {
        Json json = new Json(text);
        Object value = json.value(0);
        json.skipBlanks();
        if (json.at < text.length()) {
            throw json.unexpected("the end");
        }
        return value;
    }

    private Object value(int depth) throws SyntaxException {
        skipBlanks();
        if (depth > DEEPEST) {
            throw unexpected("less depth");
        }
        return switch (peek()) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> string();
            default -> literal();
        };
    }

    private Map<String, Object> object(int depth) throws SyntaxException {
        Map<String, Object> members = new LinkedHashMap<>();
        at++;
        if (next('}')) {
            return members;
        }
        do {
            skipBlanks();
            if (peek() != '"') {
                throw unexpected("a name in quotes");
            }
            String name = string();
            require(':');
            if (members.put(name, value(depth + 1)) != null) {
                throw new SyntaxException("\"" + name + "\" is given twice, line " + line());
            }
        } while (next(','));
        require('}');
        return members;
    }

    private List<Object> array(int depth) throws SyntaxException {
        List<Object> items = new ArrayList<>();
        at++;
        if (next(']')) {
            return items;
        }
        do {
            items.add(value(depth + 1));
        } while (next(','));
        require(']');
        return items;
    }

    private String string() throws SyntaxException {
        StringBuilder value = new StringBuilder();
        at++;
        while (peek() != '"') {
            char c = peek();
            if (c < ' ') {
                throw unexpected("a closing quote");
            }
            at++;
            value.append(c == '\\' ? escape() : c);
        }
        at++;
        return value.toString();
    }

    private char escape() throws SyntaxException {
        char c = peek();
        String code = text.substring(at, Math.min(at + 5, text.length()));
        if (code.matches("u[0-9a-fA-F]{4}")) {
            at += code.length();
            return (char) Integer.parseInt(code.substring(1), 16);
        }
        int index = ESCAPED.indexOf(c);
        if (index < 0) {
            throw unexpected("an escape such as \\n");
        }
        at++;
        return ESCAPES.charAt(index);
    }

    private Literal literal() throws SyntaxException {
        int end = at;
        while (end < text.length()
                && (Character.isLetterOrDigit(text.charAt(end)) || "+-.".indexOf(text.charAt(end)) >= 0)) {
            end++;
        }
        String word = text.substring(at, end);
        if (!word.matches(LITERAL)) {
            throw unexpected("a value");
        }
        at = end;
        return new Literal(word);
    }

    private void require(char c) throws SyntaxException {
        if (!next(c)) {
            throw unexpected("'" + c + "'");
        }
    }

    /** Passes a character, if it is the next one. */
    private boolean next(char c) {
        skipBlanks();
        boolean there = peek() == c;
        at += there ? 1 : 0;
        return there;
    }

    private void skipBlanks() {
        while (" \t\r\n".indexOf(peek()) >= 0) {
            at++;
        }
    }

    /** The next character; 0 at the end. */
    private char peek() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private SyntaxException unexpected(String expected) {
        String found = at < text.length() ? "'" + text.charAt(at) + "'" : "the end";
        return new SyntaxException("line " + line() + " has " + found + " where JSON has " + expected);
    }

    private long line() {
        return 1
                + text.substring(0, Math.min(at, text.length()))
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
    }
}
