package io.graphkernel.runtime.internal.loading;

import io.graphkernel.files.PrivateDirectory;
import io.graphkernel.files.UnsafePathException;
import io.graphkernel.files.UserCache;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The directory from which native libraries are loaded: {@code graphkernel.native.dir}, or {@code graphkernel} in the
 * user's cache directory. No other user can change it; a file lies in a sub-directory named by its SHA-256, so that
 * builds never overwrite each other. One that is read-only serves what it holds.
 */
public final class NativeDirectory {
    /** The system property that names the directory. */
    public static final String PROPERTY = "graphkernel.native.dir";

    private static final int HASH_CHARACTERS = 64;

    private static boolean temporaryTold;

    /** Some work with files. */
    @FunctionalInterface
    private interface Work<T> {
        T run() throws IOException;
    }

    private final Path root;

    NativeDirectory(Path root) {
        this.root = root;
    }

    /**
     * The directory by the settings of this moment.
     *
     * @throws KernelLibraryException if the system does not tell who the user is
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
            System.getLogger("io.graphkernel")
                    .log(
                            Level.INFO,
                            "there is no home directory to write to, so native libraries are unpacked in {0};"
                                    + " -D{1}=… names another directory",
                            directory,
                            PROPERTY);
            temporaryTold = true;
        }
    }

    /** Where it is; it is made when it is needed. */
    public Path path() {
        return root;
    }

    /**
     * Makes it unless it is there, and checks it.
     *
     * @return where it is
     * @throws KernelLibraryException if it is not safe or cannot be made
     */
    public Path checked() {
        return usable(root, () -> PrivateDirectory.open(root).path());
    }

    /**
     * The path of a file with the given content; written if it is not there or damaged.
     *
     * @param fileName the name, without directories
     * @param content the verified content
     * @throws KernelLibraryException if the directory is not safe or cannot be written
     */
    public Path place(String fileName, byte[] content) {
        return usable(root, () -> {
            PrivateDirectory directory = PrivateDirectory.open(root).child(hash(content));
            if (!Arrays.equals(readable(directory, fileName), content)) {
                directory.write(fileName, content);
                // Whatever another process wrote meanwhile, only the verified content is loaded.
                if (!Arrays.equals(directory.read(fileName), content)) {
                    throw new IOException(fileName + " does not hold what was written");
                }
            }
            return directory.path().resolve(fileName);
        });
    }

    /**
     * A file whose content is known by its hash, and may be larger than memory. Its bytes are read once, when it is written: nobody else
     * can write to the directory, so that one that is there is what its name says.
     *
     * @param fileName the name, without directories
     * @param sha256 of the content, in hexadecimal
     * @param size of the content in bytes; a file of another size was cut off, and is written anew
     * @param content writes it, and throws unless it has the hash
     * @throws KernelLibraryException if the directory is not safe or cannot be written, or as the content throws
     */
    public Path placeOnce(String fileName, String sha256, long size, PrivateDirectory.Content content) {
        return usable(root, () -> {
            PrivateDirectory directory = PrivateDirectory.open(root).child(sha256);
            Path known;
            try {
                known = directory.find(fileName);
            } catch (UnsafePathException e) {
                Files.deleteIfExists(directory.path().resolve(fileName));
                known = null;
            }
            return known != null && Files.size(known) == size ? known : directory.write(fileName, content);
        });
    }

    /** Null also for a file that another user could have written: it is written anew. */
    private static byte[] readable(PrivateDirectory directory, String fileName) throws IOException {
        try {
            return directory.read(fileName);
        } catch (UnsafePathException e) {
            Files.deleteIfExists(directory.path().resolve(fileName));
            return null;
        }
    }

    /**
     * What was kept under a key and a name.
     *
     * @param key any text that says what the content depends on
     * @param fileName the name, without directories
     * @return null if there is nothing, or not what was kept under this key
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
     * Keeps some bytes, with the hash of key and content before them; nothing in a directory that is read-only.
     *
     * @param key any text that says what the content depends on
     * @param fileName the name, without directories
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

    /** The hash of a content and the key that it is kept under: another entry in its place is none. */
    private static String bound(String name, byte[] content) {
        MessageDigest digest = sha256();
        digest.update(name.getBytes(StandardCharsets.US_ASCII));
        return HexFormat.of().formatHex(digest.digest(content));
    }

    /** A second file of the same content under a name of its own, for a second class loader. */
    Path placeCopy(Path file) {
        return usable(root, () -> {
            Path place = Files.isWritable(file.getParent())
                    ? file.getParent()
                    : PrivateDirectory.open(UserCache.current().temporary()).path();
            Path copy = Files.createTempFile(place, "copy", file.getFileName().toString());
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

    /** The lower-case hexadecimal SHA-256 of some bytes. */
    public static String hash(byte[] content) {
        return HexFormat.of().formatHex(sha256().digest(content));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
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

    private static <T> T usable(Path directory, Work<T> work) {
        try {
            return work.run();
        } catch (UnsafePathException e) {
            throw new KernelLibraryException(e, RuntimeProblem.DIRECTORY_UNSAFE, directory, e.getMessage(), e.fix());
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            throw new KernelLibraryException(e, RuntimeProblem.DIRECTORY_UNUSABLE, directory, reason(e));
        }
    }

    /** In words where the exception has only a path and its own name. */
    static String reason(Exception failure) {
        return failure instanceof AccessDeniedException denied
                ? "no permission for " + denied.getFile()
                : failure instanceof FileSystemException named && named.getReason() != null
                        ? named.getMessage()
                        : failure.toString();
    }
}
