package io.graphkernel.files;

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
 * A directory that no other user can change, whatever the umask is: it and the parents that are missing are made with mode
 * 0700. It is checked each time it is opened. One of the user's own that a umask left open to its group is closed to it.
 */
public final class PrivateDirectory {
    /** What a file is called until it is complete. */
    public static final String PARTIAL_SUFFIX = ".partial";

    private static final String LOCK_FILE = ".graphkernel.lock";
    /** Without it nobody but the owner can open what lies in a directory, whatever its own mode. */
    private static final int OTHERS_SEARCH = 0011;

    private static final int SHARED_ON_PURPOSE = 07000 | PathCheck.OTHERS_WRITE;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    /** Something that is done while no other process does it. */
    @FunctionalInterface
    public interface Action<T> {
        /** Does it. */
        T run() throws IOException;
    }

    /** What a file is to hold. */
    @FunctionalInterface
    public interface Content {
        /** Writes all of it, or throws: then there is no file. */
        void writeTo(OutputStream out) throws IOException;
    }

    private final Path path;

    private PrivateDirectory(Path path) {
        this.path = path;
    }

    /**
     * Makes a directory unless it is there, and checks it and all that leads to it. Nothing is written to one that is there.
     *
     * @throws UnsafePathException if another user could change it
     * @throws IOException if it cannot be made
     */
    public static PrivateDirectory open(Path path) throws IOException {
        Path absolute = path.toAbsolutePath().normalize();
        make(absolute);
        // A link of another user must not choose what is closed.
        PathCheck.requireWay(absolute);
        closeToOthers(absolute);
        PathCheck.require(absolute);
        return new PrivateDirectory(absolute);
    }

    /** A directory in this one. */
    public PrivateDirectory child(String name) throws IOException {
        return open(path.resolve(name));
    }

    /** Where it is. */
    public Path path() {
        return path;
    }

    /**
     * Reads a file that nobody else can have written.
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
     * Finds a file that nobody else can have written, without reading it.
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
     * Closes a file, and the directories below this one that lead to it, to others: another library may have made them by
     * the umask. What was not open may still have another content than it should. A file that is open is left so, and stays
     * suspect if this process ends before the file is deleted.
     *
     * @param file a file or directory below this one
     * @return whether others could write to it, or to a directory that leads to it: who opened it for writing still can,
     *     whatever its mode is later, so it must be deleted
     * @throws UnsafePathException if another user could change it all the same
     */
    public boolean protect(Path file) throws IOException {
        if (!PathCheck.applies(path)) {
            return false;
        }
        boolean reachable = !CurrentUser.isAlone() && (PathCheck.Status.of(path).mode() & OTHERS_SEARCH) != 0;
        boolean open = false;
        Path inner = path;
        for (Path name : path.relativize(file)) {
            inner = inner.resolve(name);
            PathCheck.Status status = PathCheck.Status.of(inner);
            if (status.isLink()) {
                // Before what it leads to is changed.
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
     * Makes a directory in this one that nobody else can search, or makes one so that is there: whatever another library makes
     * there by the umask, others cannot open it.
     *
     * @throws UnsafePathException if another user could change it
     */
    public void hide(String name) throws IOException {
        Path hidden = path.resolve(name);
        if (Files.isDirectory(hidden, LinkOption.NOFOLLOW_LINKS)) {
            protect(hidden);
        }
        open(hidden);
        if (PathCheck.applies(hidden) && PathCheck.Status.of(hidden).owner() == CurrentUser.id()) {
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
     * Writes a file: it appears complete, or stays as it was. Any number of processes may write it at a time.
     *
     * @return the file
     * @throws IOException if it cannot be written; nothing of it is left then
     */
    public Path write(String name, byte[] content) throws IOException {
        return write(name, out -> out.write(content));
    }

    /**
     * Writes a file that may be larger than memory, as {@link #write(String, byte[])} does.
     *
     * @return the file
     * @throws IOException if it cannot be written, or its content throws; nothing of it is left then
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
            // Windows refuses to replace a file that another process has loaded or is reading; that one is as good.
            if (PathCheck.applies(file) || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                throw e;
            }
        }
    }

    /**
     * Does something while no other process, thread or class loader does it with this directory.
     *
     * @throws IOException what the action throws, or that the directory cannot be locked
     */
    public <T> T locked(Action<T> action) throws IOException {
        // Two locks of one process are an exception, and closing the file for one ends the other: one at a time. The
        // text is the same object for every class loader.
        synchronized (("io.graphkernel.files " + path).intern()) {
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
        // Nor where something is made.
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

    /** What everybody may write to, or carries a bit for sharing, was shared on purpose: that is for the user to change. */
    private static void closeToOthers(Path directory) throws IOException {
        if (!PathCheck.applies(directory)) {
            return;
        }
        PathCheck.Status status = PathCheck.Status.of(directory.toRealPath());
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
