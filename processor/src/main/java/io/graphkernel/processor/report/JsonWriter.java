package io.graphkernel.processor.report;

import java.util.Collection;
import java.util.Locale;

/**
 * JSON text (RFC 8259). Members keep the order in which they are written, an object in an array is on a
 * line of its own. Letters outside ASCII and {@code <} are escaped, so that a script element of any page may hold the text.
 */
final class JsonWriter {

    private final StringBuilder text = new StringBuilder();
    private int depth;
    private boolean first = true;
    private boolean afterName;

    /** Opens an object, as an element or as the value of the last name. */
    JsonWriter object() {
        if (!afterName && depth > 0) {
            separate();
            text.append('\n').append(" ".repeat(depth));
        }
        return open('{');
    }

    JsonWriter endObject() {
        return close('}');
    }

    /** Opens an array, as an element or as the value of the last name. */
    JsonWriter array() {
        if (!afterName) {
            separate();
        }
        return open('[');
    }

    JsonWriter endArray() {
        return close(']');
    }

    JsonWriter name(String name) {
        separate();
        quote(name);
        text.append(':');
        afterName = true;
        return this;
    }

    JsonWriter value(String value) {
        scalar();
        quote(value);
        return this;
    }

    JsonWriter value(long value) {
        scalar();
        text.append(value);
        return this;
    }

    JsonWriter value(boolean value) {
        scalar();
        text.append(value);
        return this;
    }

    JsonWriter member(String name, String value) {
        return name(name).value(value);
    }

    JsonWriter member(String name, long value) {
        return name(name).value(value);
    }

    JsonWriter member(String name, boolean value) {
        return name(name).value(value);
    }

    /** Writes a member that is an array of texts, each on a line of its own. */
    JsonWriter lines(String name, Collection<String> lines) {
        name(name).array();
        for (String line : lines) {
            separate();
            text.append('\n').append(" ".repeat(depth));
            quote(line);
        }
        return endArray();
    }

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
                        text.append(String.format(Locale.ROOT, "\\u%04x", (int) letter));
                    } else {
                        text.append(letter);
                    }
                }
            }
        }
        text.append('"');
    }
}
