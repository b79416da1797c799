package io.graphkernel.runtime.internal.loading;

import io.graphkernel.files.FileStamp;
import io.graphkernel.files.FileTree;
import io.graphkernel.files.PrivateDirectory;
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
import java.util.stream.Stream;

/**
 * Libraries that JavaCPP has unpacked from a jar. What is not as in the jar is deleted, so that JavaCPP unpacks it anew. A
 * content is looked at once; later its stamp says that it is the same, since libraries have up to hundreds of megabytes.
 */
final class UnpackedJar {
    private final PrivateDirectory cache;
    private final JarFile jar;
    /** In the jar; ends with a slash. */
    private final String entries;

    /**
     * What JavaCPP unpacks from a directory of a jar.
     *
     * @param cache JavaCPP's directory
     * @param entries the directory; ends with a slash
     */
    UnpackedJar(PrivateDirectory cache, JarFile jar, String entries) {
        this.cache = cache;
        this.jar = jar;
        this.entries = entries;
    }

    /**
     * Deletes what is not as in the jar.
     *
     * @param cache JavaCPP's directory
     * @param directory of libraries, as a resource; one that is in no jar is loaded from where it is
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
     * Deletes what others could have opened for writing, and closes the directory to them before anything is unpacked there.
     *
     * @return the files that are left
     */
    List<Path> close() throws IOException {
        Path directory = cache.path().resolve(name()).resolve(entries);
        List<Path> left = new ArrayList<>();
        if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            boolean open = cache.protect(directory);
            for (Path file : filesIn(directory)) {
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

    private static List<Path> filesIn(Path directory) throws IOException {
        try (Stream<Path> listed = Files.list(directory)) {
            return listed.sorted().toList();
        }
    }

    private void verify() throws IOException {
        List<Path> files = close();
        String record = name() + ".verified";
        byte[] before = cache.read(record);
        List<String> known = before == null
                ? List.of()
                : new String(before, StandardCharsets.UTF_8).lines().toList();
        StringBuilder after = new StringBuilder();
        for (Path file : files) {
            String line = verified(file, known);
            if (line == null) {
                Files.delete(file);
            } else {
                after.append(line).append('\n');
            }
        }
        byte[] wanted = after.toString().getBytes(StandardCharsets.UTF_8);
        if (!Arrays.equals(before, wanted)) {
            cache.write(record, wanted);
        }
    }

    /** The line of the record; null if the file is not as in the jar. Links lead to JavaCPP's files, or are made anew. */
    private String verified(Path file, List<String> known) throws IOException {
        if (Files.isSymbolicLink(file)) {
            Path target = file.resolveSibling(Files.readSymbolicLink(file)).normalize();
            return target.startsWith(cache.path()) ? "link " + file.getFileName() : null;
        }
        JarEntry entry = jar.getJarEntry(entries + file.getFileName());
        if (entry == null || !Files.isRegularFile(file)) {
            return Files.isDirectory(file) ? "directory " + file.getFileName() : null;
        }
        String line = file.getFileName() + " " + entry.getCrc() + " " + FileStamp.of(file);
        return known.contains(line) || isAsIn(entry, file) ? line : null;
    }

    private boolean isAsIn(JarEntry entry, Path file) throws IOException {
        try (InputStream wanted = jar.getInputStream(entry)) {
            return FileTree.holds(file, wanted);
        }
    }
}
