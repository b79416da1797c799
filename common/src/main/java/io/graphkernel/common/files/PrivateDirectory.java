package io.graphkernel.common.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * A directory that no other user can modify, regardless of the umask: it and its missing parents are created with mode
 * 0700. It is checked each time it is opened. Group permissions that a umask granted on the user's own directories are
 * revoked.
 */
public final class PrivateDirectory {
    /** Suffix of an incomplete file. */
    public static final String PARTIAL_SUFFIX = ".partial";

    private static final String LOCK_FILE = ".graphkernel.lock";
    /**
     * Search permission of others. Without it, only the owner can open entries of a directory, regardless of their own
     * mode.
     */
    private static final int OTHERS_SEARCH = 0011;

    private static final int SHARED_ON_PURPOSE = 07000 | PathCheck.OTHERS_WRITE;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    /** An action under the lock of the directory. */
    @FunctionalInterface
    public interface Action<T> {
        /** Runs the action. */
        T run() throws IOException;
    }

    /** Writer of a file's content. */
    @FunctionalInterface
    public interface Content {
        /** Writes the complete content, or throws, which prevents the file from being created. */
        void writeTo(OutputStream out) throws IOException;
    }

    private final Path path;

    private PrivateDirectory(Path path) {
        this.path = path;
    }

    /**
     * Opens a directory, creating it if necessary, and checks it and its ancestors. An existing one is not written to.
     *
     * @throws UnsafePathException if another user could modify it
     * @throws IOException if it cannot be created
     */
    public static PrivateDirectory open(Path path) throws IOException {
        Path absolute = path.toAbsolutePath().normalize();
        make(absolute);
        // A link of another user must not determine the directory whose permissions change.
        PathCheck.requireWay(absolute);
        closeToOthers(absolute);
        PathCheck.require(absolute);
        return new PrivateDirectory(absolute);
    }

    /** Opens a subdirectory. */
    public PrivateDirectory child(String name) throws IOException {
        return open(path.resolve(name));
    }

    /** Returns the path. */
    public Path path() {
        return path;
    }

    /**
     * Reads a file that no other user can have written.
     *
     * @return null if there is none
     * @throws UnsafePathException if another user could have written it
     */
    public byte[] read(String name) throws IOException {
        Path file = find(name);
        if (file == null) {
            return null;
        }
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /**
     * Finds a file that no other user can have written, without reading it.
     *
     * @return null if there is none
     * @throws UnsafePathException if another user could have written it
     */
    public Path find(String name) throws IOException {
        Path file = path.resolve(name);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        PathCheck.require(file);
        return file;
    }

    /**
     * Revokes the permissions of other users on a file and its parent directories below this one, which another library
     * may have created with the umask. Content that was not writable may still be wrong. A writable file is left
     * unchanged, and remains suspect if this process ends before the file is deleted.
     *
     * @param file a file or directory below this one
     * @return true if others could write to it or to one of its parents: since they may still have it open for writing,
     *     it must be deleted
     * @throws UnsafePathException if another user could modify it nevertheless
     */
    public boolean protect(Path file) throws IOException {
        if (!PathCheck.applies(path)) {
            return false;
        }
        boolean reachable =
                !CurrentUser.isAlone() && (PathCheck.FileStatus.of(path).mode() & OTHERS_SEARCH) != 0;
        boolean open = false;
        Path inner = path;
        for (Path name : path.relativize(file)) {
            inner = inner.resolve(name);
            PathCheck.FileStatus status = PathCheck.FileStatus.of(inner);
            if (status.isLink()) {
                // Checked before the target's permissions change.
                PathCheck.require(inner);
            } else {
                open |= reachable && (status.mode() & PathCheck.WRITE_OF_OTHERS) != 0;
                reachable &= (status.mode() & OTHERS_SEARCH) != 0;
                if (open && !status.isDirectory()) {
                    return true;
                }
                if (status.owner() == CurrentUser.id()) {
                    withoutWrite(inner, status.mode());
                }
            }
        }
        PathCheck.require(file);
        return open;
    }

    /**
     * Creates a subdirectory that others cannot search, or revokes that permission on an existing one. Other users then
     * cannot open files that another library creates there with the umask.
     *
     * @throws UnsafePathException if another user could modify it
     */
    public void hide(String name) throws IOException {
        Path hidden = path.resolve(name);
        if (Files.isDirectory(hidden, LinkOption.NOFOLLOW_LINKS)) {
            protect(hidden);
        }
        open(hidden);
        if (PathCheck.applies(hidden) && PathCheck.FileStatus.of(hidden).owner() == CurrentUser.id()) {
            Files.setPosixFilePermissions(hidden, OWNER_ONLY);
        }
    }

    private static void withoutWrite(Path path, int mode) throws IOException {
        if ((mode & PathCheck.WRITE_OF_OTHERS) != 0) {
            Set<PosixFilePermission> closed = EnumSet.copyOf(Files.getPosixFilePermissions(path));
            closed.removeAll(Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE));
            Files.setPosixFilePermissions(path, closed);
        }
    }

    /**
     * Writes a file atomically. Any number of processes may write it concurrently.
     *
     * @return the file
     * @throws IOException if it cannot be written; no partial file remains then
     */
    public Path write(String name, byte[] content) throws IOException {
        return write(name, out -> out.write(content));
    }

    /**
     * Writes a file that may exceed the size of memory, like {@link #write(String, byte[])}.
     *
     * @return the file
     * @throws IOException if it cannot be written, or its content throws; no partial file remains then
     */
    public Path write(String name, Content content) throws IOException {
        Path file = path.resolve(name);
        Path partial = Files.createTempFile(path, name, PARTIAL_SUFFIX);
        try {
            try (OutputStream out = Files.newOutputStream(partial)) {
                content.writeTo(out);
            }
            moveInto(partial, file);
        } finally {
            Files.deleteIfExists(partial);
        }
        return file;
    }

    private static void moveInto(Path partial, Path file) throws IOException {
        try {
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (FileSystemException e) {
            // Windows does not replace a file that another process has loaded or is reading; that one is equivalent.
            if (PathCheck.applies(file) || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                throw e;
            }
        }
    }

    /**
     * Runs an action while no other process, thread or class loader runs one with this directory.
     *
     * @throws IOException if the action throws it, or the directory cannot be locked
     */
    public <T> T locked(Action<T> action) throws IOException {
        // Two locks of one process throw an exception, and closing the file for one releases the other. The interned
        // string is the same object for every class loader.
        synchronized (("io.graphkernel.common.files " + path).intern()) {
            try (FileChannel channel = FileChannel.open(
                            path.resolve(LOCK_FILE), Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE));
                    FileLock lock = channel.lock()) {
                assert lock.isValid();
                return action.run();
            }
        }
    }

    private static void make(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        if (directory.getParent() != null) {
            make(directory.getParent());
        }
        // Nor where a directory is created.
        PathCheck.requireWay(directory);
        try {
            Files.createDirectory(directory, ownerOnly(directory));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(directory)) {
                throw new NotDirectoryException(directory.toString());
            }
        }
    }

    private static FileAttribute<?>[] ownerOnly(Path directory) {
        return PathCheck.applies(directory)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
                : new FileAttribute<?>[0];
    }

    /** A directory that is world-writable or setgid was shared intentionally and is left to the user. */
    private static void closeToOthers(Path directory) throws IOException {
        if (!PathCheck.applies(directory)) {
            return;
        }
        PathCheck.FileStatus status = PathCheck.FileStatus.of(directory.toRealPath());
        int mode = status.mode();
        boolean open = (mode & PathCheck.WRITE_OF_OTHERS) != 0;
        if (!open || CurrentUser.isAlone()) {
            return;
        }
        if (status.owner() != CurrentUser.id() || (mode & SHARED_ON_PURPOSE) != 0) {
            throw status.open(directory);
        }
        withoutWrite(directory, mode);
    }
}
