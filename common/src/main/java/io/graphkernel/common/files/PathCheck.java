package io.graphkernel.common.files;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/**
 * Check that no component of a path can lead to another user's file.
 *
 * <p>From the root down, each directory, symbolic link and the file itself must belong to this user or to root. No
 * other user may rename the entries of a directory: only the owner may write to it, it has the sticky bit, or its group
 * has no other member. Where other users can create files, as below a directory with the sticky bit, an owner whom the
 * user namespace does not map is untrusted; elsewhere, it is taken for root.
 */
public final class PathCheck {
    private static final int MAX_LINKS = 40;
    private static final int TYPE = 0170000;
    private static final int SYMBOLIC_LINK = 0120000;
    private static final int DIRECTORY = 0040000;
    private static final int STICKY = 01000;
    static final int GROUP_WRITE = 0020;
    static final int OTHERS_WRITE = 0002;
    static final int WRITE_OF_OTHERS = GROUP_WRITE | OTHERS_WRITE;

    /** Fields of {@code stat}. */
    record FileStatus(int owner, int group, int mode) {
        static FileStatus of(Path path) throws IOException {
            Map<String, Object> values = Files.readAttributes(path, "unix:uid,gid,mode", LinkOption.NOFOLLOW_LINKS);
            return new FileStatus(
                    (Integer) values.get("uid"), (Integer) values.get("gid"), (Integer) values.get("mode"));
        }

        boolean isDirectory() {
            return (mode & TYPE) == DIRECTORY;
        }

        boolean isWritableByOthers() throws IOException {
            return isOpen() && !CurrentUser.isAlone();
        }

        /**
         * Returns true if other users can write according to the mode. For a directory of an unmapped owner, neither
         * the owner nor the members of its group are known.
         */
        private boolean isOpen() throws IOException {
            return (mode & OTHERS_WRITE) != 0
                    || (mode & GROUP_WRITE) != 0
                            && (CurrentUser.isOutside(owner) || !PrivateGroups.hasOnly(group, owner));
        }

        private boolean isSticky() {
            return isDirectory() && (mode & STICKY) != 0;
        }

        boolean isLink() {
            return (mode & TYPE) == SYMBOLIC_LINK;
        }

        /** Returns the exception for a path that other users may write to. */
        UnsafePathException open(Path path) throws IOException {
            String closing = "run chmod go-w " + path;
            return new UnsafePathException(
                    path,
                    "can be written by other users",
                    owner == CurrentUser.id()
                            ? closing
                            : "let its owner " + closing
                                    + "; if no other user has an account, as in most containers, set "
                                    + CurrentUser.ALONE + "=true");
        }
    }

    private final Path requested;
    private final boolean withLast;
    private final Deque<Path> rest = new ArrayDeque<>();
    /** First directory on the path in which other users can create files; null if there is none. */
    private Path shared;

    private int links;

    private PathCheck(Path requested, boolean withLast) {
        this.requested = requested;
        this.withLast = withLast;
    }

    /** Returns true if this system has the owners and modes to check. */
    static boolean applies(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("unix");
    }

    /**
     * Checks a file or directory and all its ancestors.
     *
     * @param path existing path
     * @throws UnsafePathException if another user could replace it
     * @throws IOException if it cannot be inspected
     */
    public static void require(Path path) throws IOException {
        if (applies(path)) {
            new PathCheck(path, true).walk();
        }
    }

    /**
     * Checks the ancestors of a file or directory, and the target of links, but not the file itself.
     *
     * @param path path, which need not exist: its existing ancestors are checked then
     * @throws UnsafePathException if another user could replace it
     * @throws IOException if an ancestor cannot be inspected
     */
    static void requireWay(Path path) throws IOException {
        if (applies(path)) {
            try {
                new PathCheck(path, false).walk();
            } catch (NoSuchFileException e) {
                // The ancestors of a missing file have been checked.
            }
        }
    }

    private void walk() throws IOException {
        Path absolute = requested.toAbsolutePath();
        Path current = absolute.getRoot();
        for (Path name : absolute) {
            rest.add(name);
        }
        requireSafe(current, FileStatus.of(current));
        while (!rest.isEmpty()) {
            String name = rest.remove().toString();
            if (name.equals(".") || name.isEmpty()) {
                continue;
            }
            if (name.equals("..")) {
                current = current.getParent() == null ? current : current.getParent();
                continue;
            }
            Path next = current.resolve(name);
            FileStatus status = FileStatus.of(next);
            requireSafe(next, status);
            current = status.isLink() ? followed(current, next) : next;
        }
    }

    /** Returns the path after following a link, whose target is checked like the path itself. */
    private Path followed(Path directory, Path link) throws IOException {
        if (++links > MAX_LINKS) {
            throw new FileSystemLoopException(requested.toString());
        }
        Path target = Files.readSymbolicLink(link);
        Deque<Path> names = new ArrayDeque<>();
        for (Path name : target) {
            names.addFirst(name);
        }
        for (Path name : names) {
            rest.addFirst(name);
        }
        if (target.isAbsolute()) {
            return target.getRoot();
        }
        return directory;
    }

    private void requireSafe(Path path, FileStatus status) throws IOException {
        if (!withLast && rest.isEmpty() && !status.isLink()) {
            return;
        }
        // The path has no links, which were followed.
        boolean strangersReach = shared != null && path.startsWith(shared);
        if (!CurrentUser.trusts(status.owner(), strangersReach)) {
            throw new UnsafePathException(
                    path,
                    "belongs to user " + Integer.toUnsignedString(status.owner()) + ", who could replace it",
                    "name a directory below ones of your own");
        }
        if (status.isLink()) {
            return;
        }
        if (!status.isSticky() && status.isWritableByOthers()) {
            throw status.open(path);
        }
        if (!strangersReach && (status.isSticky() || status.isOpen())) {
            shared = path;
        }
    }
}
