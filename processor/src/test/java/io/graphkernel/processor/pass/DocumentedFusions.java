package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pipeline.PassPipeline;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The names of the documents' fusions, and the passes that have them. */
final class DocumentedFusions {

    private static final String NAMES = "/documented-fusions.csv";
    private static final String MISSING = "/documented-fusions-missing.txt";

    /**
     * A name.
     *
     * @param name as the document spells it
     * @param document that which lists it
     * @param subject what it is about
     */
    record Documented(String name, String document, String subject) {

        /** Empty if there is none. */
        Optional<GraphPass> pass() {
            return PassPipeline.passes().stream()
                    .filter(pass -> pass.name().equals(name))
                    .findFirst();
        }
    }

    private DocumentedFusions() {}

    /** All names, in the order of the documents. */
    static List<Documented> all() {
        return lines(NAMES).stream()
                .skip(1)
                .map(line -> line.split(",", 3))
                .map(cells -> new Documented(cells[0], cells[1], cells[2]))
                .toList();
    }

    /** The names without a pass. */
    static List<String> missing() {
        return lines(MISSING);
    }

    private static List<String> lines(String resource) {
        try (InputStream file = DocumentedFusions.class.getResourceAsStream(resource)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
