package io.graphkernel.common.json;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Strict reader of one JSON value (RFC 8259). The caller requests each value as the type that it expects, so that text of another form is
 * rejected before it takes memory. Names of an object are distinct, and values are nested up to {@link
 * #MAX_DEPTH}.
 */
public final class JsonReader {

    /** Maximum depth of nested objects and arrays. */
    public static final int MAX_DEPTH = 64;

    /** Number of characters of a literal or name in a message. */
    private static final int MAX_QUOTED = 40;

    private static final Pattern LITERAL =
            Pattern.compile("true|false|null|-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
    private static final Pattern INTEGER = Pattern.compile("-?(0|[1-9][0-9]*)");
    private static final Pattern CODE_UNIT = Pattern.compile("u[0-9a-fA-F]{4}");
    private static final String ESCAPED = "\"\\/bfnrt";
    private static final String ESCAPES = "\"\\/\b\f\n\r\t";

    private final String text;
    private int at;
    private int depth;

    /** Kind of a value. */
    public enum Kind {
        OBJECT,
        ARRAY,
        STRING,
        LITERAL
    }

    /** Reads the value of a member. */
    @FunctionalInterface
    public interface MemberReader {

        /**
         * Reads the value.
         *
         * @param name name of the member
         * @throws IOException if it is not the expected value
         */
        void read(String name) throws IOException;
    }

    /** Reads an element of an array. */
    @FunctionalInterface
    public interface ElementReader {

        /**
         * Reads the element.
         *
         * @throws IOException if it is not the expected value
         */
        void read() throws IOException;
    }

    /**
     * Creates a reader.
     *
     * @param text one JSON value
     */
    public JsonReader(String text) {
        this.text = text;
    }

    /**
     * Returns a reader of UTF-8.
     *
     * @param bytes one JSON value
     * @throws JsonException if the bytes are not UTF-8
     */
    public static JsonReader of(ByteBuffer bytes) throws JsonException {
        try {
            return new JsonReader(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(bytes.duplicate())
                    .toString());
        } catch (CharacterCodingException e) {
            throw new JsonException("it is not UTF-8");
        }
    }

    /**
     * Returns the kind of the next value.
     *
     * @throws JsonException if values are nested too deeply
     */
    public Kind kind() throws JsonException {
        skipBlanks();
        boolean nests = peek() == '{' || peek() == '[';
        if (nests && depth == MAX_DEPTH) {
            throw unexpected("less depth");
        }
        return switch (peek()) {
            case '{' -> Kind.OBJECT;
            case '[' -> Kind.ARRAY;
            case '"' -> Kind.STRING;
            default -> Kind.LITERAL;
        };
    }

    /**
     * Reads an object.
     *
     * @param members reads the value of each member
     * @throws IOException if the next value is not an object, a name occurs twice, or a member cannot be read
     */
    public void object(MemberReader members) throws IOException {
        require(Kind.OBJECT, "an object");
        depth++;
        at++;
        Set<String> names = new HashSet<>();
        if (!next('}')) {
            do {
                skipBlanks();
                if (peek() != '"') {
                    throw unexpected("a name in quotes");
                }
                String name = string();
                requireNext(':');
                if (!names.add(name)) {
                    throw new JsonException("\"" + shortened(name) + "\" is given twice, line " + line());
                }
                members.read(name);
            } while (next(','));
            requireNext('}');
        }
        depth--;
    }

    /**
     * Skips a value of any kind.
     *
     * @throws JsonException if it is invalid
     * @throws IOException if the text cannot be read
     */
    public void skip() throws IOException {
        switch (kind()) {
            case OBJECT -> object(member -> skip());
            case ARRAY -> array(this::skip);
            case STRING -> string();
            case LITERAL -> literal();
        }
    }

    /**
     * Reads an array.
     *
     * @param elements reads each element
     * @throws IOException if the next value is not an array, or an element cannot be read
     */
    public void array(ElementReader elements) throws IOException {
        require(Kind.ARRAY, "an array");
        depth++;
        at++;
        if (!next(']')) {
            do {
                elements.read();
            } while (next(','));
            requireNext(']');
        }
        depth--;
    }

    /**
     * Returns a string.
     *
     * @throws JsonException if the next value is not a string
     */
    public String string() throws JsonException {
        require(Kind.STRING, "a string");
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

    private char escape() throws JsonException {
        char c = peek();
        String code = text.substring(at, Math.min(at + 5, text.length()));
        if (CODE_UNIT.matcher(code).matches()) {
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

    /**
     * Returns the text of a number, {@code true}, {@code false} or {@code null}.
     *
     * @throws JsonException if the next value is none of them
     */
    public String literal() throws JsonException {
        skipBlanks();
        int end = at;
        while (end < text.length()
                && (Character.isLetterOrDigit(text.charAt(end)) || "+-.".indexOf(text.charAt(end)) >= 0)) {
            end++;
        }
        String word = text.substring(at, end);
        if (!LITERAL.matcher(word).matches()) {
            throw unexpected("a value");
        }
        at = end;
        return word;
    }

    /**
     * Returns a number that has neither fraction nor exponent.
     *
     * @throws JsonException if the next value is another one, or exceeds 64 bits
     */
    public long integer() throws JsonException {
        skipBlanks();
        int begin = at;
        String word = kind() == Kind.LITERAL ? literal() : "";
        if (!INTEGER.matcher(word).matches()) {
            at = begin;
            throw mismatch("an integer");
        }
        try {
            return Long.parseLong(word);
        } catch (NumberFormatException e) {
            throw new JsonException("line " + line() + " has " + shortened(word) + ", which exceeds 64 bits");
        }
    }

    /**
     * Checks that the text ends.
     *
     * @throws JsonException if the value is followed by text other than blanks
     */
    public void end() throws JsonException {
        skipBlanks();
        if (at < text.length()) {
            throw unexpected("the end");
        }
    }

    private void require(Kind kind, String expected) throws JsonException {
        if (kind() != kind) {
            throw mismatch(expected);
        }
    }

    private void requireNext(char c) throws JsonException {
        if (!next(c)) {
            throw unexpected("'" + c + "'");
        }
    }

    /** Consumes a character, if it is the next one. */
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

    /** Returns the next character; 0 at the end. */
    private char peek() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private JsonException unexpected(String expected) {
        return new JsonException("line " + line() + " has " + found() + " where JSON has " + expected);
    }

    private JsonException mismatch(String expected) {
        return new JsonException("line " + line() + " has " + found() + " where " + expected + " is expected");
    }

    private String found() {
        return at < text.length() ? "'" + text.charAt(at) + "'" : "the end";
    }

    private static String shortened(String word) {
        return word.length() <= MAX_QUOTED ? word : word.substring(0, MAX_QUOTED) + "…";
    }

    private long line() {
        return 1
                + text.substring(0, Math.min(at, text.length()))
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
    }
}
