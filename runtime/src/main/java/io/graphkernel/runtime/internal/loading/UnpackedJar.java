package io.graphkernel.runtime.internal.loading;

import io.graphkernel.common.files.FileStamp;
import io.graphkernel.common.files.FileTree;
import io.graphkernel.common.files.PrivateDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Libraries that JavaCPP has unpacked from a jar. Files that differ from the jar are deleted, so that JavaCPP unpacks
 * them again. Contents are compared once, since libraries have up to hundreds of megabytes; afterwards, a file stamp
 * proves that they are unchanged.
 */
final class UnpackedJar {
    private final PrivateDirectory cache;
    private final JarFile jar;
    /** Directory in the jar with a trailing slash. */
    private final String entries;

    /**
     * Creates the set of libraries that JavaCPP unpacks from a directory of a jar.
     *
     * @param cache JavaCPP's directory
     * @param jar jar with the libraries
     * @param entries directory in the jar with a trailing slash
     */
    UnpackedJar(PrivateDirectory cache, JarFile jar, String entries) {
        this.cache = cache;
        this.jar = jar;
        this.entries = entries;
    }

    /**
     * Deletes files that differ from the jar.
     *
     * @param cache JavaCPP's directory
     * @param directory resource directory of the libraries; one outside of jars is loaded in place
     */
    static void verify(PrivateDirectory cache, URL directory) throws IOException {
        if (directory.openConnection() instanceof JarURLConnection connection) {
            new UnpackedJar(cache, connection.getJarFile(), connection.getEntryName()).verify();
        }
    }

    private String name() {
        return Path.of(jar.getName()).getFileName().toString();
    }

    /**
     * Deletes files that other users could have opened for writing, and revokes their access to the directory before
     * anything is unpacked there.
     *
     * @return the remaining files
     */
    List<Path> close() throws IOException {
        Path directory = cache.path().resolve(name()).resolve(entries);
        List<Path> left = new ArrayList<>();
        if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            boolean open = cache.protect(directory);
            for (Path file : FileTree.list(directory)) {
                if (open || !Files.isSymbolicLink(file) && cache.protect(file)) {
                    FileTree.delete(file);
                } else {
                    left.add(file);
                }
            }
        }
        cache.hide(name());
        return left;
    }

    private void verify() throws IOException {
        List<Path> files = close();
        String record = name() + ".verified";
        byte[] before = cache.read(record);
        List<String> records = before == null
                ? List.of()
                : new String(before, StandardCharsets.UTF_8).lines().toList();
        StringBuilder after = new StringBuilder();
        for (Path file : files) {
            String line = verified(file, records);
            if (line == null) {
                Files.delete(file);
            } else {
                after.append(line).append('\n');
            }
        }
        byte[] expected = after.toString().getBytes(StandardCharsets.UTF_8);
        if (!Arrays.equals(before, expected)) {
            cache.write(record, expected);
        }
    }

    /**
     * Returns the line of the record; null if the file differs from the jar. Links to JavaCPP's files are kept, others
     * recreated.
     */
    private String verified(Path file, List<String> records) throws IOException {
        if (Files.isSymbolicLink(file)) {
            Path target = file.resolveSibling(Files.readSymbolicLink(file)).normalize();
            return target.startsWith(cache.path()) ? "link " + file.getFileName() : null;
        }
        JarEntry entry = jar.getJarEntry(entries + file.getFileName());
        if (entry == null || !Files.isRegularFile(file)) {
            return Files.isDirectory(file) ? "directory " + file.getFileName() : null;
        }
        String line = file.getFileName() + " " + entry.getCrc() + " " + FileStamp.of(file);
        return records.contains(line) || isAsIn(entry, file) ? line : null;
    }

    private boolean isAsIn(JarEntry entry, Path file) throws IOException {
        try (InputStream expected = jar.getInputStream(entry)) {
            return FileTree.holds(file, expected);
        }
    }
}
