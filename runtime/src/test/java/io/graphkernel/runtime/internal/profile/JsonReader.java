package io.graphkernel.runtime.internal.profile;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.Strictness;
import com.google.gson.ToNumberPolicy;
import java.util.List;
import java.util.Map;

/** Reads JSON as RFC 8259 has it and nothing more: objects as maps, arrays as lists, numbers as doubles. */
public final class JsonReader {

    private static final Gson GSON = new GsonBuilder()
            .setStrictness(Strictness.STRICT)
            .setObjectToNumberStrategy(ToNumberPolicy.DOUBLE)
            .create();

    private JsonReader() {}

    /** Reads one value; anything else is an exception that says where. */
    public static Object read(String text) {
        return GSON.fromJson(text, Object.class);
    }

    @SuppressWarnings("unchecked")
    public static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    public static List<Map<String, Object>> objects(Object value) {
        return (List<Map<String, Object>>) value;
    }
}
