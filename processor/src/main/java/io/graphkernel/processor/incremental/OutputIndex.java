package io.graphkernel.processor.incremental;

import io.graphkernel.common.abi.ConstantFormat;
import io.graphkernel.common.files.FileTree;
import io.graphkernel.graph.ConstantData;
import io.graphkernel.processor.stub.manifest.Manifest;
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

/**
 * Index of the files listed in a manifest on disk. A file is removed only if it has the recorded hash, so files of
 * other tools are safe.
 *
 * @param directory the directory of the manifest
 * @param hashes hash of each file by path
 */
public record OutputIndex(Path directory, SortedMap<String, String> hashes) {

    /**
     * Returns the files listed in a manifest.
     *
     * @param manifest path of the manifest
     * @return the index; empty if the file is missing or is not a manifest of this processor
     * @throws IOException if it cannot be read
     */
    public static Optional<OutputIndex> of(Path manifest) throws IOException {
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
                ? Optional.of(new OutputIndex(manifest.getParent(), Manifest.files(entries)))
                : Optional.empty();
    }

    /** Returns the files except for some paths. */
    OutputIndex without(Collection<String> paths) {
        SortedMap<String, String> others = new TreeMap<>(hashes);
        others.keySet().removeAll(paths);
        return new OutputIndex(directory, others);
    }

    /**
     * Removes the files, and directories that become empty.
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

    /**
     * Returns true if the path is in the directory, or is that of the constant tensors, which are next to the class
     * file.
     */
    private boolean mayBeOurs(Path path) {
        Path root = directory.resolve("../../..").normalize();
        boolean constants = path.startsWith(root) && path.toString().endsWith(ConstantFormat.SUFFIX);
        return path.startsWith(directory) || constants;
    }

    private static String hash(Path path) throws IOException {
        return ConstantData.read(() -> Files.newInputStream(path)).sha256();
    }

    /**
     * Removes a directory if it is empty.
     *
     * @param directory directory, kept if it is not empty
     * @throws IOException if it cannot be read or removed
     */
    public static void removeEmpty(Path directory) throws IOException {
        if (FileTree.list(directory).isEmpty()) {
            Files.delete(directory);
        }
    }
}
