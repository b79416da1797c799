package io.graphkernel.processor;

import io.graphkernel.processor.stub.Manifest;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The files that a manifest on disk lists. A file is removed only if it has the hash that the manifest says, so nothing that
 * somebody else has put there.
 *
 * @param directory the directory of the manifest
 * @param hashes the hash of each file by its path
 */
record ListedFiles(Path directory, SortedMap<String, String> hashes) {

    /** What a manifest lists; empty if there is none, or somebody else has written it. */
    static Optional<ListedFiles> of(Path manifest) throws IOException {
        if (!Files.isRegularFile(manifest)) {
            return Optional.empty();
        }
        Properties entries = new Properties();
        try (Reader reader = Files.newBufferedReader(manifest)) {
            entries.load(reader);
        } catch (IllegalArgumentException | CharacterCodingException notOurs) {
            return Optional.empty();
        }
        return Manifest.isOne(entries)
                ? Optional.of(new ListedFiles(manifest.getParent(), Manifest.files(entries)))
                : Optional.empty();
    }

    /** The files but for some paths. */
    ListedFiles without(Collection<String> paths) {
        SortedMap<String, String> others = new TreeMap<>(hashes);
        others.keySet().removeAll(paths);
        return new ListedFiles(directory, others);
    }

    /**
     * Removes the files, and their directories if they are empty then.
     *
     * @throws IOException if a file cannot be read or removed
     */
    void remove() throws IOException {
        for (var file : hashes.entrySet()) {
            Path path = directory.resolve(file.getKey()).normalize();
            if (path.startsWith(directory)
                    && Files.isRegularFile(path)
                    && Manifest.hash(Files.readAllBytes(path)).equals(file.getValue())) {
                Files.delete(path);
                removeEmpty(path.getParent());
            }
        }
    }

    /** Removes a directory in which nothing is. */
    static void removeEmpty(Path directory) throws IOException {
        boolean empty;
        try (Stream<Path> entries = Files.list(directory)) {
            empty = entries.findAny().isEmpty();
        }
        if (empty) {
            Files.delete(directory);
        }
    }
}
