package io.graphkernel.runtime.internal.loading;

import io.graphkernel.common.failure.FailureCause;
import io.graphkernel.common.files.PrivateDirectory;
import io.graphkernel.common.files.Uninterrupted;
import io.graphkernel.common.files.UnsafePathException;
import io.graphkernel.common.files.UserCache;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.logging.RuntimeLogger;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The directory from which native libraries are loaded: {@code graphkernel.native.dir}, or {@code graphkernel} in the
 * user's cache directory.
 *
 * <p>No other user can modify it. Each file is in a subdirectory named by its SHA-256, so that builds never overwrite
 * each other. A read-only directory is used for the files that it has.
 */
public final class NativeDirectory {
    /** System property of the directory. */
    public static final String PROPERTY = "graphkernel.native.dir";

    /** The fix for problems with the directory. */
    static final String OTHER_DIRECTORY = "name a directory of your own with -D" + PROPERTY + "=...";

    private static final int HASH_CHARACTERS = 64;

    private static boolean temporaryTold;

    /** An action on files. */
    @FunctionalInterface
    private interface FileAction<T> {
        T run() throws IOException;
    }

    private final Path root;

    NativeDirectory(Path root) {
        this.root = root;
    }

    /**
     * Returns the directory of the current settings.
     *
     * @throws KernelLibraryException if the system does not identify the user
     */
    public static NativeDirectory current() {
        String named = System.getProperty(PROPERTY);
        if (named != null && !named.isBlank()) {
            return new NativeDirectory(Path.of(named).toAbsolutePath());
        }
        UserCache cache = UserCache.current();
        Path directory = usable(Path.of(System.getProperty("java.io.tmpdir")), cache::directory);
        if (cache.isTemporary()) {
            tellTemporary(directory);
        }
        return new NativeDirectory(directory);
    }

    private static synchronized void tellTemporary(Path directory) {
        if (!temporaryTold) {
            RuntimeLogger.get()
                    .log(
                            Level.INFO,
                            "the home directory is missing or read-only, so native libraries are unpacked in {0};"
                                    + " -D{1}=... names another directory",
                            directory,
                            PROPERTY);
            temporaryTold = true;
        }
    }

    /** Returns the path; the directory is created when needed. */
    public Path path() {
        return root;
    }

    /**
     * Creates the directory if necessary, and checks it.
     *
     * @return its path
     * @throws KernelLibraryException if it is not safe or cannot be created
     */
    public Path checked() {
        return usable(root, () -> PrivateDirectory.open(root).path());
    }

    /**
     * Returns the path of a file with given content, which is written if it is missing or damaged.
     *
     * @param fileName name without directories
     * @param content verified content
     * @throws KernelLibraryException if the directory is not safe or cannot be written
     */
    public Path store(String fileName, byte[] content) {
        return usable(root, () -> {
            PrivateDirectory directory = PrivateDirectory.open(root).child(hash(content));
            if (!Arrays.equals(readable(directory, fileName), content)) {
                directory.write(fileName, content);
                // Even if another process wrote the file concurrently, only the verified content is loaded.
                if (!Arrays.equals(directory.read(fileName), content)) {
                    throw new IOException(fileName + " does not hold what was written");
                }
            }
            return directory.path().resolve(fileName);
        });
    }

    /**
     * Returns the path of a file with a known hash, which may exceed the size of memory. An existing file is checked,
     * and rewritten if it is damaged.
     *
     * @param fileName name without directories
     * @param sha256 SHA-256 of the content in hexadecimal
     * @param check verification of an existing file
     * @param content writer of the content, which throws unless it has the hash
     * @throws KernelLibraryException if the directory is not safe or cannot be written, or if the writer throws
     */
    public Path storeOnce(String fileName, String sha256, ContentCheck check, PrivateDirectory.Content content) {
        return usable(root, () -> {
            PrivateDirectory directory = PrivateDirectory.open(root).child(sha256);
            UnpackedFile file = new UnpackedFile(directory, fileName, sha256);
            Path existing = file.find(check);
            return existing != null ? existing : file.write(content);
        });
    }

    /** Returns null as well for a file that another user could have written, which is rewritten then. */
    private static byte[] readable(PrivateDirectory directory, String fileName) throws IOException {
        try {
            return directory.read(fileName);
        } catch (UnsafePathException e) {
            Files.deleteIfExists(directory.path().resolve(fileName));
            return null;
        }
    }

    /**
     * Returns the bytes cached under a key and a name.
     *
     * @param key any text that identifies the inputs of the content
     * @param fileName name without directories
     * @return null if there are none, or not those that were cached under this key
     */
    public byte[] kept(String key, String fileName) {
        return usable(root, () -> {
            String name = hash(key.getBytes(StandardCharsets.UTF_8));
            if (!Files.isRegularFile(root.resolve(name).resolve(fileName), LinkOption.NOFOLLOW_LINKS)) {
                return null;
            }
            byte[] stored = readable(PrivateDirectory.open(root).child(name), fileName);
            if (stored == null || stored.length < HASH_CHARACTERS) {
                return null;
            }
            byte[] content = Arrays.copyOfRange(stored, HASH_CHARACTERS, stored.length);
            String recorded = new String(stored, 0, HASH_CHARACTERS, StandardCharsets.US_ASCII);
            return bound(name, content).equals(recorded) ? content : null;
        });
    }

    /**
     * Caches bytes, preceded by the hash of key and content; ignored if the directory is read-only.
     *
     * @param key any text that identifies the inputs of the content
     * @param fileName name without directories
     * @param content the bytes
     * @throws KernelLibraryException if the directory is not safe or cannot be written
     */
    public void keep(String key, String fileName, byte[] content) {
        usable(root, () -> {
            if (Files.isDirectory(root) && !Files.isWritable(root)) {
                return null;
            }
            String name = hash(key.getBytes(StandardCharsets.UTF_8));
            byte[] recorded = bound(name, content).getBytes(StandardCharsets.US_ASCII);
            byte[] stored = Arrays.copyOf(recorded, recorded.length + content.length);
            System.arraycopy(content, 0, stored, recorded.length, content.length);
            return PrivateDirectory.open(root).child(name).write(fileName, stored);
        });
    }

    /** Returns the hash of a content and its key, which detects an entry of another key. */
    private static String bound(String name, byte[] content) {
        MessageDigest digest = sha256();
        digest.update(name.getBytes(StandardCharsets.US_ASCII));
        return HexFormat.of().formatHex(digest.digest(content));
    }

    /** Returns a second file of the same content with a unique name, for a second class loader. */
    Path storeCopy(Path file) {
        return usable(root, () -> {
            Path target = Files.isWritable(file.getParent())
                    ? file.getParent()
                    : PrivateDirectory.open(UserCache.current().temporary()).path();
            Path copy = Files.createTempFile(target, "copy", file.getFileName().toString());
            boolean copied = false;
            try {
                Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
                copied = true;
                return copy;
            } finally {
                if (!copied) {
                    Files.deleteIfExists(copy);
                }
            }
        });
    }

    /** Returns the lower-case hexadecimal SHA-256 of some bytes. */
    public static String hash(byte[] content) {
        return HexFormat.of().formatHex(sha256().digest(content));
    }

    /** Returns the lower-case hexadecimal SHA-256 of a file, which is read in blocks. */
    static String hash(Path file) throws IOException {
        MessageDigest digest = sha256();
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    /**
     * Verifies a library before it is used.
     *
     * @param name name of the library for messages
     * @param content its bytes
     * @param recorded hash that was recorded when it was built
     * @throws KernelLibraryException if the content has another hash
     */
    static void requireHash(String name, byte[] content, String recorded) {
        String actual = hash(content);
        if (!actual.equals(recorded)) {
            throw new KernelLibraryException(RuntimeProblem.LIBRARY_DAMAGED, name, actual, recorded);
        }
    }

    private static <T> T usable(Path directory, FileAction<T> work) {
        try {
            return Uninterrupted.run(work::run);
        } catch (UnsafePathException e) {
            throw new KernelLibraryException(e, RuntimeProblem.DIRECTORY_UNSAFE, directory, e.getMessage(), e.fix());
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            FailureCause cause = FailureCause.of(e);
            throw new KernelLibraryException(
                    e, RuntimeProblem.DIRECTORY_UNUSABLE, directory, cause.cause(), cause.fixOr(OTHER_DIRECTORY));
        }
    }
}
