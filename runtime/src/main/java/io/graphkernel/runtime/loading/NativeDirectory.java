package io.graphkernel.runtime.loading;

import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The directory from which native libraries are loaded: {@code graphkernel.native.dir}, or {@code graphkernel} in the
 * user's cache directory. It belongs to the user and is closed to others; a file lies in a sub-directory named by its
 * SHA-256, so that builds never overwrite each other.
 */
public final class NativeDirectory {
    /** The system property that names the directory. */
    public static final String PROPERTY = "graphkernel.native.dir";

    private static final int HASH_CHARACTERS = 64;

    private final Path root;

    NativeDirectory(Path root) {
        this.root = root;
    }

    /** The directory by the settings of this moment. */
    public static NativeDirectory current() {
        String named = System.getProperty(PROPERTY);
        return new NativeDirectory(
                named != null && !named.isBlank()
                        ? Path.of(named).toAbsolutePath()
                        : userCache().resolve("graphkernel"));
    }

    /** Where it is; it is made when it is needed. */
    public Path path() {
        return root;
    }

    /**
     * The path of a file with the given content; written if it is not there or damaged.
     *
     * @param fileName the name, without directories
     * @param content the verified content
     * @throws KernelLibraryException if the directory cannot be used
     */
    public Path place(String fileName, byte[] content) {
        try {
            Path directory = privateDirectory(privateDirectory(root).resolve(hash(content)));
            Path file = directory.resolve(fileName);
            if (!holds(file, content)) {
                Path partial = Files.createTempFile(directory, fileName, ".partial");
                Files.write(partial, content);
                moveInto(partial, file);
                // Whatever another process wrote meanwhile, only the verified content is loaded.
                if (!holds(file, content)) {
                    throw new IOException(file + " does not hold what was written");
                }
            }
            return file;
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            throw unusable(e, e.toString());
        }
    }

    /**
     * What was kept under a key and a name.
     *
     * @param key any text that says what the content depends on
     * @param fileName the name, without directories
     * @return null if there is nothing, or not what was kept
     */
    public byte[] kept(String key, String fileName) {
        try {
            Path file = root.resolve(hash(key.getBytes(StandardCharsets.UTF_8))).resolve(fileName);
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                return null;
            }
            privateDirectory(root);
            byte[] stored = Files.readAllBytes(file);
            if (stored.length < HASH_CHARACTERS) {
                return null;
            }
            byte[] content = Arrays.copyOfRange(stored, HASH_CHARACTERS, stored.length);
            String recorded = new String(stored, 0, HASH_CHARACTERS, StandardCharsets.US_ASCII);
            return hash(content).equals(recorded) ? content : null;
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            throw unusable(e, e.toString());
        }
    }

    /**
     * Keeps some bytes, with their hash before them.
     *
     * @param key any text that says what the content depends on
     * @param fileName the name, without directories
     * @throws KernelLibraryException if the directory cannot be used
     */
    public void keep(String key, String fileName, byte[] content) {
        try {
            Path directory =
                    privateDirectory(privateDirectory(root).resolve(hash(key.getBytes(StandardCharsets.UTF_8))));
            Path partial = Files.createTempFile(directory, fileName, ".partial");
            Files.write(partial, hash(content).getBytes(StandardCharsets.US_ASCII));
            Files.write(partial, content, StandardOpenOption.APPEND);
            moveInto(partial, directory.resolve(fileName));
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            throw unusable(e, e.toString());
        }
    }

    /** A second file of the same content under a name of its own, for a second class loader. */
    Path placeCopy(Path file) {
        try {
            Path copy = Files.createTempFile(
                    file.getParent(), "copy", file.getFileName().toString());
            return Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException | SecurityException e) {
            throw unusable(e, e.toString());
        }
    }

    /** The lower-case hexadecimal SHA-256 of some bytes. */
    public static String hash(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    /**
     * Checks a library before anything of it is used.
     *
     * @param name what the message calls it
     * @param content its bytes
     * @param recorded the hash that was recorded when it was built
     * @throws KernelLibraryException if the content has another hash
     */
    static void requireHash(String name, byte[] content, String recorded) {
        String actual = hash(content);
        if (!actual.equals(recorded)) {
            throw new KernelLibraryException(RuntimeProblem.LIBRARY_DAMAGED, name, actual, recorded);
        }
    }

    private static boolean holds(Path file, byte[] content) throws IOException {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                && Files.size(file) == content.length
                && MessageDigest.isEqual(Files.readAllBytes(file), content);
    }

    private static void moveInto(Path partial, Path file) throws IOException {
        try {
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            Files.deleteIfExists(partial);
            // Windows refuses to replace a library that a process has loaded; that file was verified then.
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                throw e;
            }
        }
    }

    private Path privateDirectory(Path directory) throws IOException {
        boolean posix = directory.getFileSystem().supportedFileAttributeViews().contains("posix");
        if (!Files.isDirectory(directory)) {
            if (directory.getParent() != null) {
                Files.createDirectories(directory.getParent());
            }
            createDirectory(directory, posix);
        }
        if (posix) {
            requirePrivate(directory);
        }
        return directory;
    }

    private static void createDirectory(Path directory, boolean posix) throws IOException {
        try {
            if (posix) {
                Files.createDirectory(
                        directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            } else {
                Files.createDirectory(directory);
            }
        } catch (java.nio.file.FileAlreadyExistsException e) {
            if (!Files.isDirectory(directory)) {
                throw e;
            }
        }
    }

    private void requirePrivate(Path directory) throws IOException {
        PosixFileAttributes attributes = Files.getFileAttributeView(directory, PosixFileAttributeView.class)
                .readAttributes();
        if (attributes.permissions().contains(PosixFilePermission.GROUP_WRITE)
                || attributes.permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
            throw unusable(null, "other users may write to " + directory);
        }
        Path probe = Files.createTempFile(directory, "owner", ".probe");
        try {
            if (!Files.getOwner(probe).equals(attributes.owner())) {
                throw unusable(null, directory + " belongs to " + attributes.owner());
            }
        } finally {
            Files.delete(probe);
        }
    }

    private KernelLibraryException unusable(Throwable cause, String detail) {
        return new KernelLibraryException(cause, RuntimeProblem.DIRECTORY_UNUSABLE, root, detail);
    }

    private static Path userCache() {
        String home = System.getProperty("user.home");
        String current = Platform.current();
        if (current.startsWith("windows")) {
            String local = System.getenv("LOCALAPPDATA");
            return local != null ? Path.of(local) : Path.of(home, "AppData", "Local");
        }
        if (current.startsWith("macosx")) {
            return Path.of(home, "Library", "Caches");
        }
        String cache = System.getenv("XDG_CACHE_HOME");
        return cache != null && cache.startsWith("/") ? Path.of(cache) : Path.of(home, ".cache");
    }
}
