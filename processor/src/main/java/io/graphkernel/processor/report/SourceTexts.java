package io.graphkernel.processor.report;

import java.util.LinkedHashMap;
import java.util.Map;

/** What was generated for the kernels of a class, each text once, however many kernels it is the source of. */
final class SourceTexts {

    private final Map<String, Integer> numbers = new LinkedHashMap<>();

    /** The number of a text, from 0. */
    int number(String text) {
        return numbers.computeIfAbsent(text, added -> numbers.size());
    }

    /** A JSON array of the texts in the order of their numbers. */
    String json() {
        JsonWriter json = new JsonWriter().array();
        numbers.keySet().forEach(json::value);
        return json.endArray().toString();
    }
}
