package io.graphkernel.files;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/**
 * Whether a path can lead another user's file to us. From the root down, each directory, symbolic link and the file itself
 * must belong to this user or to root; and nobody else may rename what lies in a directory: only the owner may write to
 * it, or it has the sticky bit, or its group has no other member.
 */
public final class PathCheck {
    private static final int MOST_LINKS = 40;
    private static final int TYPE = 0170000;
    private static final int SYMBOLIC_LINK = 0120000;
    private static final int DIRECTORY = 0040000;
    private static final int STICKY = 01000;
    static final int GROUP_WRITE = 0020;
    static final int OTHERS_WRITE = 0002;

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
            boolean open =
                    (mode & OTHERS_WRITE) != 0 || (mode & GROUP_WRITE) != 0 && !PrivateGroups.hasOnly(group, owner);
            return open && !CurrentUser.isAlone();
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
    private final Deque<Path> rest = new ArrayDeque<>();
    private int links;

    private PathCheck(Path asked) {
        this.asked = asked;
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
            new PathCheck(path).walk();
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
            current = (status.mode() & TYPE) == SYMBOLIC_LINK ? followed(current, next) : next;
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
        if (!CurrentUser.trusts(status.owner())) {
            throw new UnsafePathException(
                    path,
                    "belongs to user " + Integer.toUnsignedString(status.owner()) + ", who could replace it",
                    "name a directory below ones of your own");
        }
        if ((status.mode() & TYPE) == SYMBOLIC_LINK) {
            return;
        }
        boolean sticky = status.isDirectory() && (status.mode() & STICKY) != 0;
        if (!sticky && status.isWritableByOthers()) {
            throw status.open(path);
        }
    }
}
