package io.graphkernel.processor.toolchain;

import io.graphkernel.common.files.FileTree;
import io.graphkernel.common.files.PrivateDirectory;
import io.graphkernel.common.files.UnsafePathException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Cache of libraries on disk, keyed by the hash of all inputs, {@link Build#key}. Any number of builds may share a directory: files appear
 * atomically, and a file that does not match its checksum counts as absent. A directory writable by other users is not
 * used.
 *
 * <p>An entry is a file with the 32-byte SHA-256 hash of key and library, followed by the library.
 */
final class BuildCache {
    private static final Duration LIFETIME = Duration.ofDays(30);
    private static final Duration SWEEP_INTERVAL = Duration.ofDays(1);
    private static final int CHECKSUM_BYTES = 32;

    private final Path directory;

    BuildCache(Path directory) {
        this.directory = directory.toAbsolutePath();
    }

    Path directory() {
        return directory;
    }

    /** Returns the library stored under a key; empty if it is missing, damaged or writable by another user. */
    Optional<byte[]> find(String key) throws IOException {
        Path entry = entry(key);
        if (!Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        Optional<byte[]> library = checked(key, read(shelf(key), key));
        if (library.isPresent()) {
            markUsed(entry);
        }
        return library;
    }

    private static byte[] read(PrivateDirectory shelf, String key) throws IOException {
        try {
            return shelf.read(key);
        } catch (UnsafePathException e) {
            // The directories are safe at this point, so this cannot recur.
            Files.deleteIfExists(shelf.path().resolve(key));
            return null;
        }
    }

    private static Optional<byte[]> checked(String key, byte[] content) {
        if (content == null || content.length < CHECKSUM_BYTES) {
            return Optional.empty();
        }
        byte[] library = Arrays.copyOfRange(content, CHECKSUM_BYTES, content.length);
        return MessageDigest.isEqual(checksum(key, library), Arrays.copyOf(content, CHECKSUM_BYTES))
                ? Optional.of(library)
                : Optional.empty();
    }

    /** Returns a checksum that includes the key: an entry moved to another key counts as absent. */
    private static byte[] checksum(String key, byte[] library) {
        return new Digests().add(key).add(library).bytes();
    }

    /** Stores a library under a key, and once a day deletes entries unused for 30 days. */
    void store(String key, byte[] library) throws IOException {
        byte[] content = Arrays.copyOf(checksum(key, library), CHECKSUM_BYTES + library.length);
        System.arraycopy(library, 0, content, CHECKSUM_BYTES, library.length);
        shelf(key).write(key, content);
        sweep();
    }

    /** Creates an empty directory for one build. */
    Path createWorkDirectory() throws IOException {
        return Files.createTempDirectory(open().child("work").path(), "build");
    }

    private PrivateDirectory open() throws IOException {
        return PrivateDirectory.open(directory);
    }

    private PrivateDirectory shelf(String key) throws IOException {
        return open().child("libraries").child(key.substring(0, 2));
    }

    /** Preserves a work directory for inspection, replacing that of an earlier failure of the same build. */
    Path keepFailed(Path workDirectory, String key) throws IOException {
        Path kept = open().child("failed").path().resolve(key.substring(0, 16));
        FileTree.delete(kept);
        try {
            Files.move(workDirectory, kept);
        } catch (FileSystemException e) {
            // Another build may have preserved the same failure concurrently.
            if (!Files.isDirectory(kept)) {
                throw e;
            }
        }
        return kept;
    }

    private Path entry(String key) {
        return directory.resolve("libraries").resolve(key.substring(0, 2)).resolve(key);
    }

    private static void markUsed(Path entry) throws IOException {
        Instant now = Instant.now();
        if (isOlder(entry, now.minus(SWEEP_INTERVAL))) {
            try {
                Files.setLastModifiedTime(entry, FileTime.from(now));
            } catch (FileSystemException e) {
                // A read-only cache still serves its entries.
            }
        }
    }

    private void sweep() throws IOException {
        Path marker = directory.resolve("last-sweep");
        Instant now = Instant.now();
        if (Files.exists(marker) && !isOlder(marker, now.minus(SWEEP_INTERVAL))) {
            return;
        }
        Files.write(marker, new byte[0]);
        Files.setLastModifiedTime(marker, FileTime.from(now));
        for (String name : List.of("libraries", "failed", "work")) {
            sweep(directory.resolve(name), now.minus(LIFETIME));
        }
    }

    /** Removes entries unused since a time, while other builds may run and sweep concurrently. */
    private static void sweep(Path root, Instant limit) throws IOException {
        if (!Files.isDirectory(root)) {
            return;
        }
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (attributes.lastModifiedTime().toInstant().isBefore(limit)) {
                    Files.deleteIfExists(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                return skipVanished(failure);
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException failure) throws IOException {
                return skipVanished(failure);
            }
        });
    }

    private static FileVisitResult skipVanished(IOException failure) throws IOException {
        if (failure != null && !(failure instanceof NoSuchFileException)) {
            throw failure;
        }
        return FileVisitResult.CONTINUE;
    }

    private static boolean isOlder(Path file, Instant limit) throws IOException {
        return Files.getLastModifiedTime(file).toInstant().isBefore(limit);
    }
}
