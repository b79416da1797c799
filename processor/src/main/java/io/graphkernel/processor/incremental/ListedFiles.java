package io.graphkernel.processor.incremental;

import io.graphkernel.abi.ConstantFormat;
import io.graphkernel.processor.graph.ConstantData;
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
public record ListedFiles(Path directory, SortedMap<String, String> hashes) {

    /**
     * What a manifest lists.
     *
     * @param manifest a path
     * @return empty if there is none, or somebody else has written it
     * @throws IOException if it cannot be read
     */
    public static Optional<ListedFiles> of(Path manifest) throws IOException {
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
    public void remove() throws IOException {
        for (var file : hashes.entrySet()) {
            Path path = directory.resolve(file.getKey()).normalize();
            if (mayBeOurs(path) && Files.isRegularFile(path) && hash(path).equals(file.getValue())) {
                Files.delete(path);
                removeEmpty(path.getParent());
            }
        }
    }

    /** All but the constant tensors, which lie next to the class file, are in the directory. */
    private boolean mayBeOurs(Path path) {
        Path root = directory.resolve("../../..").normalize();
        boolean constants = path.startsWith(root) && path.toString().endsWith(ConstantFormat.SUFFIX);
        return path.startsWith(directory) || constants;
    }

    private static String hash(Path path) throws IOException {
        return ConstantData.read(() -> Files.newInputStream(path)).sha256();
    }

    /**
     * Removes a directory in which nothing is.
     *
     * @param directory stays if something is in it
     * @throws IOException if it cannot be read or removed
     */
    public static void removeEmpty(Path directory) throws IOException {
        boolean empty;
        try (Stream<Path> entries = Files.list(directory)) {
            empty = entries.findAny().isEmpty();
        }
        if (empty) {
            Files.delete(directory);
        }
    }
}
