package io.graphkernel.processor.report;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Check that the generated files of a class still exist, since build tools may remove them without the report. */
final class GeneratedFiles {

    /** File in the report of a class with the relative path of its manifest. */
    static final String MANIFEST_PATH = "manifest.path";

    private GeneratedFiles() {}

    /** Returns the path of a file relative to a directory; empty if the file is on another disk. */
    static Optional<String> relative(Path directory, URI file) {
        try {
            String path = directory.toAbsolutePath().relativize(Path.of(file)).toString();
            return Optional.of(path.replace('\\', '/'));
        } catch (IllegalArgumentException | FileSystemNotFoundException | SecurityException notOnThisDisk) {
            return Optional.empty();
        }
    }

    /**
     * Returns true if a class has been removed since its report was written.
     *
     * @param report the report directory of the class
     * @return false if the report does not contain the path of the manifest
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
