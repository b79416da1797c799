package io.graphkernel.processor.reference;

import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Documented names of fusions, and the corresponding passes. */
public final class DocumentedFusions {

    private static final String NAMES = "documented-fusions.csv";

    /**
     * Documented name.
     *
     * @param name name in the document's spelling
     * @param document document that lists it
     * @param subject subject of the fusion
     */
    public record Documented(String name, String document, String subject) {

        /**
         * Returns the pass with this name.
         *
         * @return the pass; empty if there is none
         */
        public Optional<GraphPass> pass() {
            return PassPipeline.passes().stream()
                    .filter(pass -> pass.name().equals(name))
                    .findFirst();
        }
    }

    private DocumentedFusions() {}

    /**
     * Returns all names.
     *
     * @return names in document order
     */
    public static List<Documented> all() {
        return lines(NAMES).stream()
                .skip(1)
                .map(line -> line.split(",", 3))
                .map(cells -> new Documented(cells[0], cells[1], cells[2]))
                .toList();
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
