package io.graphkernel.common.failure;

import io.graphkernel.common.failure.FailureCause.Kind;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileLockInterruptionException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.ReadOnlyFileSystemException;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipException;

/** Causes of file failures. Where Java has no exception class for one, the message of the system identifies it. */
final class FileFailures {

    /**
     * A message of Linux, macOS or Windows in lower case.
     *
     * @param text substring of the message
     * @param kind kind of cause
     * @param cause description, in which {@code %s} stands for the file
     * @param fix remedy
     */
    private record SystemText(String text, Kind kind, String cause, String fix) {}

    private static final List<SystemText> TEXTS = List.of(
            new SystemText("no space left on device", Kind.FULL_DISK, "the disk of %s is full", "free space there"),
            new SystemText(
                    "not enough space on the disk", Kind.FULL_DISK, "the disk of %s is full", "free space there"),
            new SystemText(
                    "quota exceeded",
                    Kind.FULL_DISK,
                    "the quota of this user for %s is used up",
                    "delete files of this user there"),
            new SystemText(
                    "read-only file system",
                    Kind.READ_ONLY,
                    "the file system of %s is read-only",
                    "mount it for writing"),
            new SystemText(
                    "permission denied", Kind.NO_PERMISSION, "no permission for %s", "give this user permission"),
            new SystemText(
                    "operation not permitted", Kind.NO_PERMISSION, "no permission for %s", "give this user permission"),
            new SystemText("access is denied", Kind.NO_PERMISSION, "no permission for %s", "give this user permission"),
            new SystemText("no such file or directory", Kind.NOT_FOUND, "there is no %s", "see that it is there"),
            new SystemText("cannot find the", Kind.NOT_FOUND, "there is no %s", "see that it is there"),
            new SystemText(
                    "is a directory", Kind.WRONG_KIND_OF_FILE, "%s is a directory", "name a file, or move it away"),
            new SystemText(
                    "not a directory",
                    Kind.WRONG_KIND_OF_FILE,
                    "a component of %s is not a directory",
                    "move that file away"),
            new SystemText("file name too long", Kind.INVALID_NAME, "the name %s is too long", "name a shorter path"),
            new SystemText(
                    "too many levels of symbolic links",
                    Kind.INVALID_NAME,
                    "the links of %s lead to themselves",
                    "remove one of them"),
            new SystemText(
                    "too many open files",
                    Kind.OPEN_FILES,
                    "this process has too many files open",
                    "close files, or raise the limit with ulimit -n"),
            new SystemText(
                    "no locks available",
                    Kind.LOCKED,
                    "the file system of %s gives no locks",
                    "mount it with locks, as for NFS"),
            new SystemText(
                    "being used by another process",
                    Kind.LOCKED,
                    "another process holds %s",
                    "end the other process, or call again"),
            new SystemText(
                    "input/output error",
                    Kind.BROKEN_DISK,
                    "the disk of %s cannot read or write it",
                    "look into the system's log for the disk"),
            new SystemText("stale file handle", Kind.BROKEN_DISK, "the server of %s has lost it", "mount it again"),
            new SystemText(
                    "stale nfs file handle", Kind.BROKEN_DISK, "the server of %s has lost it", "mount it again"));

    private static final String UNNAMED = "the file";

    private FileFailures() {}

    static FailureCause of(Throwable failure) {
        if (failure instanceof FileLockInterruptionException
                || failure instanceof ClosedByInterruptException
                || failure instanceof InterruptedIOException
                || failure instanceof InterruptedException) {
            return new FailureCause(
                    Kind.INTERRUPTED,
                    "the thread was interrupted",
                    "call again, and let the call end before the thread is interrupted");
        }
        if (failure instanceof OverlappingFileLockException) {
            return new FailureCause(Kind.LOCKED, "this process has locked the file already", "call again");
        }
        if (failure instanceof InvalidPathException invalid) {
            return new FailureCause(
                    Kind.INVALID_NAME,
                    "it is not a path: " + invalid.getReason(),
                    "write the path as this system takes it");
        }
        if (failure instanceof ReadOnlyFileSystemException) {
            return new FailureCause(Kind.READ_ONLY, "the file system is read-only", "mount it for writing");
        }
        if (failure instanceof SecurityException) {
            return new FailureCause(
                    Kind.NO_PERMISSION, "Java does not permit it: " + failure.getMessage(), "permit it");
        }
        return failure instanceof IOException problem ? ofIo(problem) : null;
    }

    private static FailureCause ofIo(IOException failure) {
        String file =
                failure instanceof FileSystemException named && named.getFile() != null ? named.getFile() : UNNAMED;
        if (failure instanceof NoSuchFileException) {
            return new FailureCause(Kind.NOT_FOUND, "there is no " + file, "see that it is there");
        }
        if (failure instanceof AccessDeniedException) {
            return new FailureCause(Kind.NO_PERMISSION, "no permission for " + file, "give this user permission");
        }
        if (failure instanceof NotDirectoryException || failure instanceof FileAlreadyExistsException) {
            return new FailureCause(
                    Kind.WRONG_KIND_OF_FILE, file + " is there and is not a directory", "move that file away");
        }
        if (failure instanceof FileSystemLoopException) {
            return new FailureCause(
                    Kind.INVALID_NAME, "the links of " + file + " lead to themselves", "remove one of them");
        }
        if (failure instanceof ZipException || failure instanceof EOFException) {
            return new FailureCause(
                    Kind.DAMAGED,
                    "a file was cut off or changed: " + FailureCause.firstLine(failure),
                    "take it again, and change no jar of a program that runs");
        }
        if (failure instanceof CharacterCodingException) {
            return new FailureCause(Kind.DAMAGED, "it is not text in UTF-8", "save it in UTF-8");
        }
        return ofText(failure, file);
    }

    private static FailureCause ofText(IOException failure, String file) {
        String message = String.valueOf(failure.getMessage());
        String reason =
                failure instanceof FileSystemException named && named.getReason() != null ? named.getReason() : message;
        // java.io writes the file before the reason, which is in parentheses.
        int bracket = reason.lastIndexOf(" (");
        String name = failure instanceof FileSystemException || bracket <= 0 ? file : reason.substring(0, bracket);
        String lower = (bracket <= 0 ? reason : reason.substring(bracket)).toLowerCase(Locale.ROOT);
        for (SystemText entry : TEXTS) {
            if (lower.contains(entry.text())) {
                String cause = name.equals(UNNAMED) ? entry.cause().replace(" of %s", "") : entry.cause();
                return new FailureCause(entry.kind(), cause.replace("%s", name), entry.fix());
            }
        }
        return null;
    }
}
