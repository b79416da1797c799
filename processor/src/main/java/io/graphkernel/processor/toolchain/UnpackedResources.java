package io.graphkernel.processor.toolchain;

import io.graphkernel.common.files.FileStamp;
import io.graphkernel.common.files.FileTree;
import io.graphkernel.common.files.PrivateDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;

/**
 * Files of a jar, unpacked once per user into a directory that no other user can change, under a lock and atomically.
 * After unpacking, files are compared with the checksums of the jar; later, with recorded timestamps, or with the
 * content of the jar. Files that another user may have opened for writing are unpacked again.
 */
final class UnpackedResources {
    private static final String RECORD = "unpacked.txt";

    /**
     * File to unpack.
     *
     * @param alias second name, a symbolic link where supported
     */
    record Resource(String name, URL url, boolean executable, Optional<String> alias) {
        List<String> names() {
            return alias.map(second -> List.of(name, second)).orElse(List.of(name));
        }
    }

    private final PrivateDirectory parent;
    private final String name;
    private final List<Resource> resources;

    private UnpackedResources(PrivateDirectory parent, String name, List<Resource> resources) {
        this.parent = parent;
        this.name = name;
        this.resources = resources;
    }

    /**
     * Returns the directory with the files.
     *
     * @param parent its parent directory, created if absent
     * @param name its name, which identifies the files
     * @throws io.graphkernel.common.files.UnsafePathException if another user could change it
     * @throws IOException if the files cannot be unpacked; partial results are removed
     */
    static Path in(Path parent, String name, List<Resource> resources) throws IOException {
        UnpackedResources unpacked = new UnpackedResources(PrivateDirectory.open(parent), name, resources);
        if (!unpacked.isComplete()) {
            unpacked.parent.locked(unpacked::unpack);
        }
        return unpacked.directory();
    }

    private Path directory() {
        return parent.path().resolve(name);
    }

    private boolean isComplete() throws IOException {
        if (!Files.isDirectory(directory(), LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        if (!isThere()) {
            return false;
        }
        if (wasOpen()) {
            FileTree.delete(directory());
            return false;
        }
        PrivateDirectory directory = parent.child(name);
        byte[] wanted = record(directory()).getBytes(StandardCharsets.UTF_8);
        if (Arrays.equals(directory.read(RECORD), wanted)) {
            return true;
        }
        // A copied directory, as in a container image, has other timestamps and may be valid.
        if (!isRight()) {
            return false;
        }
        if (Files.isWritable(directory())) {
            directory.write(RECORD, wanted);
        }
        return true;
    }

    private boolean isThere() {
        for (Resource resource : resources) {
            if (!Files.isRegularFile(directory().resolve(resource.name()), LinkOption.NOFOLLOW_LINKS)
                    || !Files.exists(directory().resolve(resource.alias().orElse(resource.name())))) {
                return false;
            }
        }
        return true;
    }

    private boolean wasOpen() throws IOException {
        boolean open = false;
        for (Resource resource : resources) {
            for (String file : resource.names()) {
                open |= parent.protect(directory().resolve(file));
            }
        }
        return open;
    }

    /** Returns true if every file has its content in the jar. */
    private boolean isRight() throws IOException {
        for (Resource resource : resources) {
            for (String file : resource.names()) {
                Path path = directory().resolve(file);
                try (InputStream wanted = resource.url().openStream()) {
                    if (!FileTree.holds(path, wanted) || resource.executable() && !Files.isExecutable(path)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private Void unpack() throws IOException {
        // Another process may have completed first.
        if (isComplete()) {
            return null;
        }
        deleteLeftovers();
        Path partial = Files.createTempDirectory(parent.path(), name + PrivateDirectory.PARTIAL_SUFFIX);
        try {
            for (Resource resource : resources) {
                unpack(resource, partial);
                parent.protect(partial.resolve(resource.name()));
            }
            Files.writeString(partial.resolve(RECORD), record(partial));
            FileTree.delete(directory());
            Files.move(partial, directory(), StandardCopyOption.ATOMIC_MOVE);
            return null;
        } finally {
            FileTree.delete(partial);
        }
    }

    /** Removes the files of killed processes, under the lock. */
    private void deleteLeftovers() throws IOException {
        try (DirectoryStream<Path> leftovers =
                Files.newDirectoryStream(parent.path(), "*" + PrivateDirectory.PARTIAL_SUFFIX + "*")) {
            for (Path leftover : leftovers) {
                FileTree.delete(leftover);
            }
        }
    }

    private static void unpack(Resource resource, Path directory) throws IOException {
        Path file = directory.resolve(resource.name());
        URLConnection connection = resource.url().openConnection();
        CRC32 checksum = new CRC32();
        try (InputStream stream = new CheckedInputStream(connection.getInputStream(), checksum)) {
            Files.copy(stream, file);
        }
        if (connection instanceof JarURLConnection jar
                && checksum.getValue() != jar.getJarEntry().getCrc()) {
            throw new IOException(resource.url() + " is damaged");
        }
        if (resource.executable() && !file.toFile().setExecutable(true)) {
            throw new IOException("cannot make " + file + " executable");
        }
        if (resource.alias().isPresent()) {
            link(file, resource.alias().get());
        }
    }

    private static void link(Path file, String alias) throws IOException {
        try {
            Files.createSymbolicLink(file.resolveSibling(alias), file.getFileName());
        } catch (UnsupportedOperationException e) {
            Files.copy(file, file.resolveSibling(alias));
        }
    }

    /**
     * Returns a line for each file: its name, its identity in the jar, and the timestamps of the file and its alias.
     */
    private String record(Path directory) throws IOException {
        StringBuilder record = new StringBuilder();
        for (Resource resource : resources) {
            record.append(resource.name()).append('\t').append(identity(resource.url()));
            record.append('\t').append(FileStamp.of(directory.resolve(resource.name())));
            if (resource.alias().isPresent()) {
                record.append('\t')
                        .append(FileStamp.of(directory.resolve(resource.alias().get())));
            }
            record.append('\n');
        }
        return record.toString();
    }

    private static String identity(URL url) throws IOException {
        URLConnection connection = url.openConnection();
        return connection instanceof JarURLConnection jar
                ? jar.getJarEntry().getSize() + " " + jar.getJarEntry().getCrc()
                : connection.getContentLengthLong() + " " + connection.getLastModified();
    }
}
