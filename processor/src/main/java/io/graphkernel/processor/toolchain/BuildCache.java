package io.graphkernel.processor.toolchain;

import io.graphkernel.files.FileTree;
import io.graphkernel.files.PrivateDirectory;
import io.graphkernel.files.UnsafePathException;
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
 * Libraries on disk, by the hash of everything that went into them. Any number of builds may share a directory: a file
 * appears complete or not at all, and one that does not match its checksum counts as absent. No other user can change
 * the directory, or it is not used.
 *
 * <p>An entry is a file of 32 bytes SHA-256 of key and library, and the library.
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

    /** The library stored under a key; empty if there is none or it is damaged, or another user could have written it. */
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
            // The directories are safe by now, so that nobody can do it again.
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

    /** Of the key, too: one entry in the place of another counts as absent. */
    private static byte[] checksum(String key, byte[] library) {
        return new Digests().add(key).add(library).bytes();
    }

    /** Stores a library under a key, and once a day deletes what has not been used for thirty days. */
    void store(String key, byte[] library) throws IOException {
        byte[] content = Arrays.copyOf(checksum(key, library), CHECKSUM_BYTES + library.length);
        System.arraycopy(library, 0, content, CHECKSUM_BYTES, library.length);
        shelf(key).write(key, content);
        sweep();
    }

    /** A new empty directory for one build. */
    Path createWorkDirectory() throws IOException {
        return Files.createTempDirectory(open().child("work").path(), "build");
    }

    private PrivateDirectory open() throws IOException {
        return PrivateDirectory.open(directory);
    }

    private PrivateDirectory shelf(String key) throws IOException {
        return open().child("libraries").child(key.substring(0, 2));
    }

    /** Keeps a work directory for the user to look at, in place of what an earlier failure of the same build left. */
    Path keepFailed(Path workDirectory, String key) throws IOException {
        Path kept = open().child("failed").path().resolve(key.substring(0, 16));
        FileTree.delete(kept);
        try {
            Files.move(workDirectory, kept);
        } catch (FileSystemException e) {
            // Another build may have kept the same failure in the meantime, and its files are as good.
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
                // A cache that is mounted read-only still serves its entries.
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
        for (String part : List.of("libraries", "failed", "work")) {
            sweep(directory.resolve(part), now.minus(LIFETIME));
        }
    }

    /** Other builds may sweep, and finish their work, at the same time. */
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
