package io.graphkernel.processor.incremental;

import com.palantir.javapoet.JavaFile;
import io.graphkernel.abi.ManifestFormat;
import io.graphkernel.annotations.GraphKernel;
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
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The hash of the code that compiles: the jars or class directories of the processor and of what it prints with. */
final class CompilerCode {

    /** Goes up when the form of what is kept changes without the code of this module. */
    private static final String FORMAT = "class files 1";

    /** Of each jar or directory: the code of a process does not change. */
    private static final Map<Path, Optional<String>> HASHES = new ConcurrentHashMap<>();

    private CompilerCode() {}

    /**
     * The hash of the compiler.
     *
     * @param targets may be in jars of their own
     * @return empty if its code is not in files
     */
    static Optional<String> of(List<Target> targets) {
        List<Class<?>> from =
                new ArrayList<>(List.of(CompilerCode.class, ManifestFormat.class, GraphKernel.class, JavaFile.class));
        targets.forEach(target -> from.add(target.getClass()));
        Set<Path> places = new LinkedHashSet<>();
        for (Class<?> each : from) {
            Optional<Path> place = place(each);
            if (place.isEmpty()) {
                return Optional.empty();
            }
            places.add(place.get());
        }
        StringBuilder all = new StringBuilder(FORMAT).append(' ').append(Runtime.version());
        targets.forEach(target -> all.append(' ').append(target.getClass().getName()));
        for (Path place : places) {
            Optional<String> hash = HASHES.computeIfAbsent(place, CompilerCode::hash);
            if (hash.isEmpty()) {
                return Optional.empty();
            }
            all.append(' ').append(hash.get());
        }
        return Optional.of(all.toString());
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

    /** Empty for what cannot be read: whatever is kept by it might be another compiler's. */
    private static Optional<String> hash(Path place) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            if (Files.isDirectory(place)) {
                addFiles(place, digest);
            } else {
                addEntries(place, digest);
            }
            return Optional.of(HexFormat.of().formatHex(digest.digest()));
        } catch (IOException e) {
            return Optional.empty();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static void addFiles(Path directory, MessageDigest digest) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                byte[] content = Files.readAllBytes(file);
                digest.update(ClassFiles.utf8(directory.relativize(file) + " " + content.length + " "));
                digest.update(content);
            }
        }
    }

    /** A jar has the checksum of each file in its index: megabytes need not be read to tell two builds from each other. */
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
