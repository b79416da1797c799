package io.graphkernel.examples.gpu;

import io.graphkernel.common.json.JsonWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The results of a run. A record is written to {@code results.jsonl} when it is added, so that a run that is stopped
 * loses nothing.
 */
final class CheckResults {
    /** Member with the type of a record. */
    static final String KIND = "kind";

    private final Path directory;
    private final List<Map<String, Object>> records = new ArrayList<>();

    private CheckResults(Path directory) {
        this.directory = directory;
    }

    /**
     * Creates the results of a new run, in the next numbered subdirectory.
     *
     * @param parent directory of all runs
     */
    static CheckResults in(Path parent) throws IOException {
        Files.createDirectories(parent);
        int number = 1;
        while (Files.exists(parent.resolve("run-" + number))) {
            number++;
        }
        return new CheckResults(
                Files.createDirectory(parent.resolve("run-" + number)).toAbsolutePath());
    }

    /** Returns the directory of the run, which also has its logs. */
    Path directory() {
        return directory;
    }

    /**
     * Adds a record.
     *
     * @param kind type of the record
     * @param members alternating names and values: strings, integers and floating-point numbers
     */
    void add(String kind, Object... members) throws IOException {
        Map<String, Object> fields = new TreeMap<>();
        fields.put(KIND, kind);
        JsonWriter json = new JsonWriter().object().member(KIND, kind);
        for (int i = 0; i < members.length; i += 2) {
            String name = (String) members[i];
            Object value = members[i + 1];
            fields.put(name, value);
            json.name(name);
            if (value instanceof Double number) {
                json.value(number);
            } else if (value instanceof Number number) {
                json.value(number.longValue());
            } else {
                json.value(value.toString());
            }
        }
        records.add(fields);
        Files.writeString(
                directory.resolve("results.jsonl"),
                json.endObject().toString(),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    /** Returns the records of a kind. */
    Stream<Map<String, Object>> records(String kind) {
        return records.stream().filter(fields -> fields.get(KIND).equals(kind));
    }

    /** Writes the text table of all records. */
    void writeTable() throws IOException {
        Files.writeString(directory.resolve("table.txt"), ResultTable.of(this));
    }
}
