package io.graphkernel.common.json;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Trees of JSON: objects are ordered maps, arrays lists, strings texts, and other values a {@link Literal}. */
public final class Json {

    private Json() {}

    /**
     * Literal number, {@code true}, {@code false} or {@code null}.
     *
     * @param text text of the literal
     */
    public record Literal(String text) {

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * Parses a text.
     *
     * @param text one JSON value
     * @return the value
     * @throws JsonException if it is not one JSON value
     */
    public static Object parse(String text) throws JsonException {
        JsonReader reader = new JsonReader(text);
        try {
            Object value = value(reader);
            reader.end();
            return value;
        } catch (JsonException e) {
            throw e;
        } catch (IOException e) {
            throw new AssertionError("only the reader throws", e);
        }
    }

    private static Object value(JsonReader reader) throws IOException {
        return switch (reader.kind()) {
            case OBJECT -> {
                Map<String, Object> members = new LinkedHashMap<>();
                reader.object(name -> members.put(name, value(reader)));
                yield members;
            }
            case ARRAY -> {
                List<Object> elements = new ArrayList<>();
                reader.array(() -> elements.add(value(reader)));
                yield elements;
            }
            case STRING -> reader.string();
            case LITERAL -> new Literal(reader.literal());
        };
    }
}
