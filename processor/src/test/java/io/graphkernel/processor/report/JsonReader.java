package io.graphkernel.processor.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.Strictness;
import com.google.gson.ToNumberPolicy;
import java.util.List;
import java.util.Map;

/** Strict reader of JSON by RFC 8259: objects as maps, arrays as lists, integers as longs. */
final class JsonReader {

    private static final Gson GSON = new GsonBuilder()
            .setStrictness(Strictness.STRICT)
            .setObjectToNumberStrategy(ToNumberPolicy.LONG_OR_DOUBLE)
            .create();

    private JsonReader() {}

    /** Reads one value; throws an exception with the position for anything else. */
    static Object read(String text) {
        return GSON.fromJson(text, Object.class);
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    static List<Map<String, Object>> objects(Object value) {
        return (List<Map<String, Object>>) value;
    }
}
