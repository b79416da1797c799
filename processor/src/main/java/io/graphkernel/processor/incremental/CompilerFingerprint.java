package io.graphkernel.processor.incremental;

import com.palantir.javapoet.JavaFile;
import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.common.abi.ManifestFormat;
import io.graphkernel.common.files.FileTree;
import io.graphkernel.graph.Graph;
import io.graphkernel.processor.target.Target;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Fingerprint of the compiler's code: the jars or class directories of the processor and its dependencies. */
final class CompilerFingerprint {

    /** Version of the cache format, to be incremented when it changes independently of this module's code. */
    private static final String FORMAT = "class files 1";

    /** Hashes by jar or directory; the code of a running process does not change. */
    private static final Map<Path, Optional<String>> HASHES = new ConcurrentHashMap<>();

    private CompilerFingerprint() {}

    /**
     * Returns the fingerprint of the compiler.
     *
     * @param targets targets, possibly from other jars
     * @return the fingerprint; empty if the code is not in files
     */
    static Optional<String> of(List<Target> targets) {
        List<Class<?>> from = new ArrayList<>(List.of(
                CompilerFingerprint.class, Graph.class, ManifestFormat.class, GraphKernel.class, JavaFile.class));
        targets.forEach(target -> from.add(target.getClass()));
        Set<Path> paths = new LinkedHashSet<>();
        for (Class<?> type : from) {
            Optional<Path> path = place(type);
            if (path.isEmpty()) {
                return Optional.empty();
            }
            paths.add(path.get());
        }
        StringBuilder text = new StringBuilder(FORMAT).append(' ').append(Runtime.version());
        targets.forEach(target -> text.append(' ').append(target.getClass().getName()));
        for (Path path : paths) {
            Optional<String> hash = HASHES.computeIfAbsent(path, CompilerFingerprint::hash);
            if (hash.isEmpty()) {
                return Optional.empty();
            }
            text.append(' ').append(hash.get());
        }
        return Optional.of(text.toString());
    }

    private static Optional<Path> place(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        if (source == null || !"file".equals(source.getLocation().getProtocol())) {
            return Optional.empty();
        }
        try {
            return Optional.of(Path.of(source.getLocation().toURI()));
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns empty for an unreadable file: an entry with this key might belong to another compiler. */
    private static Optional<String> hash(Path path) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            if (Files.isDirectory(path)) {
                addFiles(path, digest);
            } else {
                addEntries(path, digest);
            }
            return Optional.of(HexFormat.of().formatHex(digest.digest()));
        } catch (IOException e) {
            return Optional.empty();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static void addFiles(Path directory, MessageDigest digest) throws IOException {
        for (Path file : FileTree.regularFiles(directory)) {
            byte[] content = Files.readAllBytes(file);
            digest.update(ClassFiles.utf8(directory.relativize(file) + " " + content.length + " "));
            digest.update(content);
        }
    }

    /** Adds the checksums in the index of a jar, which avoids reading its content. */
    private static void addEntries(Path jar, MessageDigest digest) throws IOException {
        StringBuilder index = new StringBuilder();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
                ZipEntry entry = entries.nextElement();
                index.append(entry.getName() + " " + entry.getSize() + " " + entry.getCrc() + "\n");
            }
        }
        digest.update(ClassFiles.utf8(index.toString()));
    }
}
