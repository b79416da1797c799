package io.graphkernel.common.json;

import java.util.Collection;

/**
 * Writer of JSON text (RFC 8259). Members keep their order; an object in an array starts a new line. Non-ASCII
 * characters and {@code <} are escaped, so that the text may be embedded in a script element.
 */
public final class JsonWriter {

    private final StringBuilder text = new StringBuilder();
    private int depth;
    private boolean first = true;
    private boolean afterName;

    /** Opens an object, as an element or as the value of the last name. */
    public JsonWriter object() {
        if (!afterName && depth > 0) {
            separate();
            text.append('\n').append(" ".repeat(depth));
        }
        return open('{');
    }

    /** Closes an object. */
    public JsonWriter endObject() {
        return close('}');
    }

    /** Opens an array, as an element or as the value of the last name. */
    public JsonWriter array() {
        if (!afterName) {
            separate();
        }
        return open('[');
    }

    /** Closes an array. */
    public JsonWriter endArray() {
        return close(']');
    }

    /** Writes the name of a member, whose value follows. */
    public JsonWriter name(String name) {
        separate();
        quote(name);
        text.append(':');
        afterName = true;
        return this;
    }

    /** Writes a string. */
    public JsonWriter value(String value) {
        scalar();
        quote(value);
        return this;
    }

    /** Writes an integer. */
    public JsonWriter value(long value) {
        scalar();
        text.append(value);
        return this;
    }

    /**
     * Writes a floating-point number; null if it is infinite or NaN, for which JSON has no numbers.
     *
     * @param value value
     */
    public JsonWriter value(double value) {
        scalar();
        text.append(Double.isFinite(value) ? Double.toString(value) : "null");
        return this;
    }

    /** Writes a boolean. */
    public JsonWriter value(boolean value) {
        scalar();
        text.append(value);
        return this;
    }

    /** Writes a member that is a string. */
    public JsonWriter member(String name, String value) {
        return name(name).value(value);
    }

    /** Writes a member that is an integer. */
    public JsonWriter member(String name, long value) {
        return name(name).value(value);
    }

    /** Writes a member that is a boolean. */
    public JsonWriter member(String name, boolean value) {
        return name(name).value(value);
    }

    /** Writes a member that is an array of texts, each on a line of its own. */
    public JsonWriter lines(String name, Collection<String> lines) {
        name(name).array();
        for (String line : lines) {
            separate();
            text.append('\n').append(" ".repeat(depth));
            quote(line);
        }
        return endArray();
    }

    /** Returns the text, followed by a line feed. */
    @Override
    public String toString() {
        return text.append('\n').toString();
    }

    private JsonWriter open(char bracket) {
        text.append(bracket);
        depth++;
        first = true;
        afterName = false;
        return this;
    }

    private JsonWriter close(char bracket) {
        text.append(bracket);
        depth--;
        first = false;
        return this;
    }

    private void scalar() {
        if (!afterName) {
            separate();
        }
        afterName = false;
    }

    private void separate() {
        if (!first) {
            text.append(',');
        }
        first = false;
    }

    private void quote(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char letter = value.charAt(i);
            switch (letter) {
                case '"', '\\' -> text.append('\\').append(letter);
                case '\n' -> text.append("\\n");
                case '\t' -> text.append("\\t");
                default -> {
                    if (letter < ' ' || letter > '~' || letter == '<') {
                        text.append("\\u");
                        for (int shift = 12; shift >= 0; shift -= 4) {
                            text.append(Character.forDigit(letter >> shift & 15, 16));
                        }
                    } else {
                        text.append(letter);
                    }
                }
            }
        }
        text.append('"');
    }
}
