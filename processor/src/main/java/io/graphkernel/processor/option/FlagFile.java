package io.graphkernel.processor.option;

import io.graphkernel.common.failure.FailureCause;
import io.graphkernel.common.files.BoundedFile;
import io.graphkernel.common.json.Json;
import io.graphkernel.common.json.JsonException;
import io.graphkernel.processor.diagnostic.Diagnostic;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reader of flag files: the JSON object of {@code --path}, and the section {@code [graph_kernel_param]} of MindSpore
 * Lite's configuration file. A relative path is resolved against the compiler's working directory.
 */
final class FlagFile {

    private static final String SECTION = "[graph_kernel_param]";

    private static final String BYTE_ORDER_MARK = "\ufeff";

    private FlagFile() {}

    /** Returns the text of a file; empty after a report. */
    static Optional<String> text(String file, ProblemSink problems) {
        String cause;
        try {
            String text = BoundedFile.readText(Path.of(file));
            // Editors on Windows insert it before UTF-8 text.
            return Optional.of(text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text);
        } catch (NoSuchFileException e) {
            cause = "the file does not exist in " + Path.of("").toAbsolutePath();
        } catch (BoundedFile.TooLargeException e) {
            cause = "it has more than " + BoundedFile.MAX_TEXT_BYTES + " bytes";
        } catch (IOException | InvalidPathException e) {
            cause = FailureCause.of(e).cause();
        }
        problems.report(Diagnostic.CANNOT_READ, file, cause);
        return Optional.empty();
    }

    /** Returns the object of a JSON file; empty after a report. */
    static Optional<Map<?, ?>> object(String file, ProblemSink problems) {
        Optional<String> text = text(file, problems);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            if (Json.parse(text.get()) instanceof Map<?, ?> object) {
                return Optional.of(object);
            }
            problems.report(Diagnostic.CANNOT_READ, file, "it is not a JSON object");
        } catch (JsonException e) {
            problems.report(Diagnostic.CANNOT_READ, file, e.getMessage());
        }
        return Optional.empty();
    }

    /** Returns the flags of a JSON object of strings, by key. */
    static Map<String, String> readJson(String file, ProblemSink problems) {
        Map<String, String> texts = new LinkedHashMap<>();
        ProblemSink inFile = problems.in(file);
        object(file, problems).orElse(Map.of()).forEach((key, value) -> {
            if (value instanceof String text) {
                texts.put((String) key, text);
            } else {
                inFile.report(Diagnostic.BAD_FLAG_VALUE, key, value, "it is not a JSON string", "\"" + value + "\"");
            }
        });
        return texts;
    }

    /** Returns the flags of the section of a configuration file, by key. */
    static Map<String, String> readConfiguration(String file, ProblemSink problems) {
        Optional<String> text = text(file, problems);
        Map<String, String> texts = new LinkedHashMap<>();
        String section = "";
        boolean found = false;
        for (String line : text.orElse("").lines().map(String::strip).toList()) {
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            if (line.startsWith("[")) {
                section = line;
                found |= section.equals(SECTION);
            } else if (section.equals(SECTION)) {
                readLine(line, texts, problems.in(file));
            }
        }
        if (text.isPresent() && !found) {
            problems.report(Diagnostic.CANNOT_READ, file, "it has no section " + SECTION);
        }
        return texts;
    }

    private static void readLine(String line, Map<String, String> texts, ProblemSink problems) {
        List<String> sides = List.of(line.split("=", 2));
        if (sides.size() < 2 || sides.get(0).isBlank() || sides.get(1).isBlank()) {
            problems.report(Diagnostic.MALFORMED_FLAG, line, "the section holds lines of the form name=value");
            return;
        }
        String key = sides.get(0).strip();
        String value = sides.get(1).strip();
        String first = texts.putIfAbsent(key, value);
        if (first != null) {
            problems.report(Diagnostic.DUPLICATE_FLAG, key, first, value);
        }
    }
}
