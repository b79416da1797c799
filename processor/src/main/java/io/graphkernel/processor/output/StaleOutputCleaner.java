package io.graphkernel.processor.output;

import io.graphkernel.common.abi.ManifestFormat;
import io.graphkernel.common.files.FileTree;
import io.graphkernel.processor.incremental.OutputIndex;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Cleaner for the kernels of deleted classes. A build tool that removes a class file does not remove its kernels, which
 * would end up in the jar. The {@link OutputIndex} of such a class lists the files to remove. Two compilations may run
 * concurrently and remove the same class. Kernels are written long before their class files, so only kernels whose
 * class files existed before are removed.
 */
final class StaleOutputCleaner {

    /** Directory of the class files. */
    private final Path classes;
    /** Directory of all kernels. */
    private final Path kernels;
    /** Predicate that is true if the class files of a class have been written after its kernels. */
    private final Predicate<String> wasGenerated;

    private StaleOutputCleaner(Path kernels, Predicate<String> wasGenerated) {
        this.kernels = kernels;
        this.wasGenerated = wasGenerated;
        this.classes = kernels.getParent().getParent();
    }

    /**
     * Removes the kernels of deleted classes in the directories that contain the kernels of a class.
     *
     * @param manifest the manifest of a class whose class file this compilation has written
     * @param className name of that class; if its class file is in another directory, no kernels are removed
     * @param wasGenerated predicate that is true if the class files of a class were written after its kernels
     * @throws IOException if a file cannot be read or removed
     */
    static void removeNextTo(Path manifest, String className, Predicate<String> wasGenerated) throws IOException {
        StaleOutputCleaner removed = new StaleOutputCleaner(manifest.getParent().getParent(), wasGenerated);
        if (removed.hasClass(className)) {
            for (Path directory : FileTree.list(removed.kernels)) {
                try {
                    removed.removeIfGone(directory);
                } catch (NoSuchFileException e) {
                    // A concurrent compilation removes the same class.
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

    /** Returns true if the class file exists. Nested classes have a dollar sign in place of the dot. */
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
        Optional<OutputIndex> files = OutputIndex.of(manifest);
        if (files.isEmpty()) {
            return;
        }
        files.get().remove();
        Files.delete(manifest);
        removeGraphs(name);
        OutputIndex.removeEmpty(directory);
    }

    /** Removes the graphs of a class from the directory of its package. */
    private void removeGraphs(String name) throws IOException {
        Path file = classes.resolve(name.replace('.', '/') + ".gk");
        if (Files.isRegularFile(file)
                && new String(Files.readAllBytes(file), StandardCharsets.UTF_8).startsWith("graph ")) {
            Files.delete(file);
        }
    }
}
