package io.graphkernel.processor;

import io.graphkernel.abi.ManifestFormat;
import io.graphkernel.processor.stub.Manifest;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Removes the kernels of classes that are gone. A build that removes a class file with its source knows nothing of the
 * kernels next to it, which would go into the jar. Only what the manifest of such a class lists with the hash that it has
 * is removed, so nothing that somebody else has put there. Two compilations may run at once. Both may remove the same
 * class. Each of them writes kernels long before their class files, so only kernels whose class files have been there go.
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
        Properties entries = new Properties();
        try (Reader reader = Files.newBufferedReader(manifest)) {
            entries.load(reader);
        } catch (IllegalArgumentException notOurs) {
            return;
        }
        if (!Manifest.isOne(entries)) {
            return;
        }
        for (var file : Manifest.files(entries).entrySet()) {
            removeFile(directory.resolve(file.getKey()).normalize(), directory, file.getValue());
        }
        Files.delete(manifest);
        removeGraphs(name);
        removeEmpty(directory);
    }

    private static void removeFile(Path file, Path directory, String hash) throws IOException {
        if (file.startsWith(directory)
                && Files.isRegularFile(file)
                && Manifest.hash(Files.readAllBytes(file)).equals(hash)) {
            Files.delete(file);
            removeEmpty(file.getParent());
        }
    }

    /** The graphs of a class lie in the directory of its package. */
    private void removeGraphs(String name) throws IOException {
        Path file = classes.resolve(name.replace('.', '/') + ".gk");
        if (Files.isRegularFile(file) && Files.readString(file).startsWith("graph ")) {
            Files.delete(file);
        }
    }

    private static void removeEmpty(Path directory) throws IOException {
        if (entries(directory).isEmpty()) {
            Files.delete(directory);
        }
    }

    private static List<Path> entries(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.sorted().toList();
        }
    }
}
