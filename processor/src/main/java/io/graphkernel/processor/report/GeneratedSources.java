package io.graphkernel.processor.report;

import io.graphkernel.common.json.JsonWriter;
import java.util.LinkedHashMap;
import java.util.Map;

/** Generated sources of a class's kernels, without duplicates. */
final class GeneratedSources {

    private final Map<String, Integer> numbers = new LinkedHashMap<>();

    /** Returns the zero-based index of a text. */
    int number(String text) {
        return numbers.computeIfAbsent(text, added -> numbers.size());
    }

    /** Returns a JSON array of the texts in index order. */
    String json() {
        JsonWriter json = new JsonWriter().array();
        numbers.keySet().forEach(json::value);
        return json.endArray().toString();
    }
}
