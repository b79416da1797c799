package io.graphkernel.processor.report;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Whether the generated files of a class are still there. A build that removes them with the class knows nothing of the
 * report.
 */
final class GeneratedFiles {

    /** In the report of a class: where its manifest is, from there. */
    static final String MANIFEST_PATH = "manifest.path";

    private GeneratedFiles() {}

    /** From a directory to a file; empty if the file is not on the same disk. */
    static Optional<String> relative(Path directory, URI file) {
        try {
            String path = directory.toAbsolutePath().relativize(Path.of(file)).toString();
            return Optional.of(path.replace('\\', '/'));
        } catch (IllegalArgumentException | FileSystemNotFoundException | SecurityException notOnThisDisk) {
            return Optional.empty();
        }
    }

    /**
     * Whether a class has been removed since its report was written.
     *
     * @param report the report directory of the class
     * @return false where the report does not say where the manifest is
     */
    static boolean areGone(Path report) throws IOException {
        Optional<Path> manifest = manifest(report);
        return manifest.isPresent() && Files.notExists(manifest.get());
    }

    private static Optional<Path> manifest(Path report) throws IOException {
        Path pointer = report.resolve(MANIFEST_PATH);
        return Files.isRegularFile(pointer)
                ? Optional.of(report.toAbsolutePath()
                        .resolve(Files.readString(pointer).strip())
                        .normalize())
                : Optional.empty();
    }
}
