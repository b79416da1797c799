package io.graphkernel.processor;

import io.graphkernel.abi.ManifestFormat;
import io.graphkernel.processor.incremental.ListedFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Removes the kernels of classes that are gone. A build that removes a class file with its source knows nothing of the
 * kernels next to it, which would go into the jar: the {@link ListedFiles} of such a class are removed. Two compilations
 * may run at once. Both may remove the same class. Each of them writes kernels long before their class files, so only
 * kernels whose class files have been there go.
 */
final class RemovedClasses {

    /** The directory of the class files. */
    private final Path classes;
    /** The directory of all kernels. */
    private final Path kernels;
    /** Whether the class files of a class have been written after its kernels. */
    private final Predicate<String> wasGenerated;

    private RemovedClasses(Path kernels, Predicate<String> wasGenerated) {
        this.kernels = kernels;
        this.wasGenerated = wasGenerated;
        this.classes = kernels.getParent().getParent();
    }

    /**
     * Looks next to the kernels of a class for those of classes that are gone, and removes them.
     *
     * @param manifest the manifest of a class whose class file this compilation has written
     * @param className its name; where its class file is not in the same directory, nothing is known of others
     * @param wasGenerated whether the class files of a class have been written after its kernels
     * @throws IOException if a file cannot be read or removed
     */
    static void removeNextTo(Path manifest, String className, Predicate<String> wasGenerated) throws IOException {
        RemovedClasses removed = new RemovedClasses(manifest.getParent().getParent(), wasGenerated);
        if (removed.hasClass(className)) {
            for (Path directory : entries(removed.kernels)) {
                try {
                    removed.removeIfGone(directory);
                } catch (NoSuchFileException e) {
                    // Another compilation removes the same class.
                }
            }
        }
    }

    private void removeIfGone(Path directory) throws IOException {
        String name = directory.getFileName().toString();
        Path manifest = directory.resolve(ManifestFormat.FILE);
        if (Files.isRegularFile(manifest) && wasGenerated.test(name) && !hasClass(name)) {
            remove(directory, name);
        }
    }

    /** A class inside another has a dollar sign in place of the dot. */
    private boolean hasClass(String name) {
        String path = name.replace('.', '/');
        while (!Files.isRegularFile(classes.resolve(path + ".class"))) {
            int last = path.lastIndexOf('/');
            if (last < 0) {
                return false;
            }
            path = path.substring(0, last) + "$" + path.substring(last + 1);
        }
        return true;
    }

    private void remove(Path directory, String name) throws IOException {
        Path manifest = directory.resolve(ManifestFormat.FILE);
        Optional<ListedFiles> files = ListedFiles.of(manifest);
        if (files.isEmpty()) {
            return;
        }
        files.get().remove();
        Files.delete(manifest);
        removeGraphs(name);
        ListedFiles.removeEmpty(directory);
    }

    /** The graphs of a class lie in the directory of its package. */
    private void removeGraphs(String name) throws IOException {
        Path file = classes.resolve(name.replace('.', '/') + ".gk");
        if (Files.isRegularFile(file)
                && new String(Files.readAllBytes(file), StandardCharsets.UTF_8).startsWith("graph ")) {
            Files.delete(file);
        }
    }

    private static List<Path> entries(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.sorted().toList();
        }
    }
}
