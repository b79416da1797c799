package io.graphkernel.files;

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
 * Whether a path can lead another user's file to us. From the root down, each directory, symbolic link and the file itself
 * must belong to this user or to root; and nobody else may rename what lies in a directory: only the owner may write to
 * it, or it has the sticky bit, or its group has no other member. Where others can make files, as below a directory with
 * the sticky bit, an owner whom the user namespace does not map is a stranger, and root elsewhere.
 */
public final class PathCheck {
    private static final int MOST_LINKS = 40;
    private static final int TYPE = 0170000;
    private static final int SYMBOLIC_LINK = 0120000;
    private static final int DIRECTORY = 0040000;
    private static final int STICKY = 01000;
    static final int GROUP_WRITE = 0020;
    static final int OTHERS_WRITE = 0002;
    static final int WRITE_OF_OTHERS = GROUP_WRITE | OTHERS_WRITE;

    /** What {@code stat} says. */
    record Status(int owner, int group, int mode) {
        static Status of(Path path) throws IOException {
            Map<String, Object> values = Files.readAttributes(path, "unix:uid,gid,mode", LinkOption.NOFOLLOW_LINKS);
            return new Status((Integer) values.get("uid"), (Integer) values.get("gid"), (Integer) values.get("mode"));
        }

        boolean isDirectory() {
            return (mode & TYPE) == DIRECTORY;
        }

        boolean isWritableByOthers() throws IOException {
            return isOpen() && !CurrentUser.isAlone();
        }

        /** By its mode; the owner of an outsider's directory is not known, nor are the members of its group. */
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

        /** What to say of a path that others may write to. */
        UnsafePathException open(Path path) throws IOException {
            String closing = "run chmod go-w " + path;
            return new UnsafePathException(
                    path,
                    "can be written by other users",
                    owner == CurrentUser.id()
                            ? closing
                            : "let its owner " + closing
                                    + "; where nobody else has an account, as in most containers, set "
                                    + CurrentUser.ALONE + "=true");
        }
    }

    private final Path asked;
    private final boolean withLast;
    private final Deque<Path> rest = new ArrayDeque<>();
    /** Others can make files in this directory, the first such one on the way; null if there is none. */
    private Path shared;

    private int links;

    private PathCheck(Path asked, boolean withLast) {
        this.asked = asked;
        this.withLast = withLast;
    }

    /** Whether this system has the owners and modes that are looked at. */
    static boolean applies(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("unix");
    }

    /**
     * Checks a file or directory and all that leads to it.
     *
     * @param path it exists
     * @throws UnsafePathException if another user could replace it
     * @throws IOException if it cannot be looked at
     */
    public static void require(Path path) throws IOException {
        if (applies(path)) {
            new PathCheck(path, true).walk();
        }
    }

    /**
     * Checks all that leads to a file or directory, links in place of it included, but not itself.
     *
     * @param path it need not exist: then what exists of the way is checked
     * @throws UnsafePathException if another user could replace it
     * @throws IOException if the way cannot be looked at
     */
    static void requireWay(Path path) throws IOException {
        if (applies(path)) {
            try {
                new PathCheck(path, false).walk();
            } catch (NoSuchFileException e) {
                // The way to what is missing has been checked.
            }
        }
    }

    private void walk() throws IOException {
        Path absolute = asked.toAbsolutePath();
        Path current = absolute.getRoot();
        for (Path name : absolute) {
            rest.add(name);
        }
        requireSafe(current, Status.of(current));
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
            Status status = Status.of(next);
            requireSafe(next, status);
            current = status.isLink() ? followed(current, next) : next;
        }
    }

    /** Where to go on after a link; its target is checked as what the path itself names. */
    private Path followed(Path directory, Path link) throws IOException {
        if (++links > MOST_LINKS) {
            throw new FileSystemLoopException(asked.toString());
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

    private void requireSafe(Path path, Status status) throws IOException {
        if (!withLast && rest.isEmpty() && !status.isLink()) {
            return;
        }
        // The path has no links in it: those were followed.
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
