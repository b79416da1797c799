package io.graphkernel.common.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class PrivateDirectoryTest {
    private static final byte[] CONTENT = {1, 2, 3};

    @TempDir
    private Path temporary;

    @Test
    void content_written_isReadBack() throws IOException {
        PrivateDirectory directory = PrivateDirectory.open(temporary.resolve("a"));
        assertThat(directory.read("file")).isNull();
        assertThat(directory.write("file", CONTENT)).isEqualTo(temporary.resolve("a/file"));
        assertThat(directory.read("file")).isEqualTo(CONTENT);
        directory.write("file", new byte[] {4});
        assertThat(directory.read("file")).containsExactly(4);
        assertThat(names(directory.path())).containsExactly("file");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no POSIX modes")
    @DisplayName("C1: whatever the umask, created directories have mode 0700, missing parents too")
    void directories_created_arePrivate() throws IOException, InterruptedException {
        for (String umask : List.of("0000", "0002", "0022", "0077")) {
            Path path = temporary.resolve("umask" + umask).resolve("parent").resolve("private");
            Process process = new ProcessBuilder(
                            "sh",
                            "-c",
                            "umask " + umask + " && exec \"$@\"",
                            "sh",
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Opening.class.getName(),
                            path.toString())
                    .inheritIO()
                    .start();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
            assertThat(mode(path)).isEqualTo("rwx------");
            assertThat(mode(path.getParent())).isEqualTo("rwx------");
            assertThat(mode(path.resolve("child"))).isEqualTo("rwx------");
        }
    }

    /** Opens a directory, in a process with a umask of its own. */
    static final class Opening {
        private Opening() {}

        public static void main(String[] arguments) throws IOException {
            PrivateDirectory.open(Path.of(arguments[0])).child("child").write("file", CONTENT);
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no POSIX modes")
    @DisplayName(
            "C1: a directory of the user's that a umask left open to the group is closed; one for everybody is rejected")
    void openDirectories_areRejected() throws IOException {
        Path path = Files.createDirectory(temporary.resolve("a"));
        mode(path, "rwxrwxr-x");
        PrivateDirectory.open(path);
        assertThat(mode(path)).isEqualTo("rwxr-xr-x");

        mode(path, "rwxrwxrwx");
        assertThatThrownBy(() -> PrivateDirectory.open(path))
                .isInstanceOf(UnsafePathException.class)
                .hasMessage(path + " can be written by other users");
        assertThat(mode(path)).isEqualTo("rwxrwxrwx");

        Files.setAttribute(path, "unix:mode", 01777);
        assertThatThrownBy(() -> PrivateDirectory.open(path)).isInstanceOf(UnsafePathException.class);
        Files.setAttribute(path, "unix:mode", 02775);
        assertThatThrownBy(() -> PrivateDirectory.open(path)).isInstanceOf(UnsafePathException.class);
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no POSIX modes")
    @DisplayName("C1: permissions that another library set by the umask are removed")
    void directories_openedByUmask_areClosed() throws IOException {
        PrivateDirectory directory = PrivateDirectory.open(temporary.resolve("a"));
        Path inner = Files.createDirectories(directory.path().resolve("b/c"));
        Path file = Files.createFile(inner.resolve("file"));
        for (Path open : List.of(inner, inner.getParent(), file)) {
            mode(open, "rwxrwxrwx");
        }
        // No other user can search the directory, so the file cannot have been opened.
        assertThat(directory.protect(file)).isFalse();
        for (Path closed : List.of(inner, inner.getParent(), file)) {
            assertThat(mode(closed)).isEqualTo("rwxr-xr-x");
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no POSIX modes")
    @DisplayName(
            "Review 10: a file that others could have opened for writing is reported, by its mode or its directory's")
    void openDirectories_areReported() throws IOException {
        PrivateDirectory directory = PrivateDirectory.open(temporary.resolve("a"));
        mode(directory.path(), "rwxr-xr-x");
        Path inner = Files.createDirectory(directory.path().resolve("b"));
        mode(inner, "rwxr-xr-x");
        Path file = Files.createFile(inner.resolve("file"));
        mode(file, "rw-r--r--");
        assertThat(directory.protect(file)).isFalse();

        mode(file, "rw-rw-r--");
        for (int i = 0; i < 2; i++) {
            assertThat(directory.protect(file))
                    .as("as long as it is not deleted")
                    .isTrue();
        }

        mode(file, "rw-r--r--");
        mode(inner, "rwxrwxr-x");
        assertThat(directory.protect(file)).isTrue();
        assertThat(mode(inner)).isEqualTo("rwxr-xr-x");

        directory.hide("b");
        assertThat(mode(inner)).isEqualTo("rwx------");
        mode(file, "rw-rw-r--");
        assertThat(directory.protect(file)).isFalse();
        assertThat(mode(file)).isEqualTo("rw-r--r--");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no POSIX owners")
    @DisplayName(
            "Review 11: a link of another user's to a directory of ours is rejected before anything is changed there")
    void linkOfAnotherUser_isRejected() throws IOException {
        assumeTrue(CurrentUser.id() == 0, "needs root: a symbolic link is given to another user");
        Path target = Files.createDirectory(temporary.resolve("target"));
        mode(target, "rwxrwxr-x");
        Path shared = Files.createDirectory(temporary.resolve("shared"));
        Files.setAttribute(shared, "unix:mode", 01777);
        Path link = Files.createSymbolicLink(shared.resolve("link"), target);
        Files.setAttribute(link, "unix:uid", 54321, LinkOption.NOFOLLOW_LINKS);
        for (Path path : List.of(link, link.resolve("a/b"))) {
            assertThatThrownBy(() -> PrivateDirectory.open(path))
                    .isInstanceOf(UnsafePathException.class)
                    .hasMessageContaining(link + " belongs to user 54321");
            assertThat(mode(target)).isEqualTo("rwxrwxr-x");
            assertThat(names(target)).isEmpty();
        }

        PrivateDirectory directory = PrivateDirectory.open(temporary.resolve("a"));
        Path inner = Files.createSymbolicLink(directory.path().resolve("link"), target.getParent());
        Files.setAttribute(inner, "unix:uid", 54321, LinkOption.NOFOLLOW_LINKS);
        assertThatThrownBy(() -> directory.protect(inner.resolve("target"))).isInstanceOf(UnsafePathException.class);
        assertThat(mode(target)).isEqualTo("rwxrwxr-x");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no POSIX modes")
    @DisplayName("Review 11: nothing is created below a directory that others may write to")
    void openDirectory_getsNoChildren() throws IOException {
        Path open = Files.createDirectory(temporary.resolve("open"));
        mode(open, "rwxrwxrwx");
        assertThatThrownBy(() -> PrivateDirectory.open(open.resolve("a/b"))).isInstanceOf(UnsafePathException.class);
        assertThat(names(open)).isEmpty();
    }

    @Test
    void file_inPlaceOfADirectory_isNamed() throws IOException {
        Path file = Files.createFile(temporary.resolve("file"));
        assertThatThrownBy(() -> PrivateDirectory.open(file)).isInstanceOf(NotDirectoryException.class);
        assertThatThrownBy(() -> PrivateDirectory.open(file.resolve("below"))).isInstanceOf(IOException.class);
    }

    @Test
    @DisplayName("C5: a file that cannot be written leaves nothing")
    void failedWrite_leavesNoFile() throws IOException {
        PrivateDirectory directory = PrivateDirectory.open(temporary.resolve("a"));
        Files.createDirectories(directory.path().resolve("file").resolve("full"));
        assertThatThrownBy(() -> directory.write("file", CONTENT)).isInstanceOf(IOException.class);
        assertThat(names(directory.path())).containsExactly("file");
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "a small file system is mounted")
    @DisplayName("C5: a full disk leaves no partial file and says so")
    void fullDisk_isReported() throws IOException, InterruptedException {
        Path mount = Files.createDirectory(temporary.resolve("small"));
        Process process = new ProcessBuilder(
                        "mount", "-t", "tmpfs", "-o", "size=64k,mode=0700", "tmpfs", mount.toString())
                .redirectErrorStream(true)
                .start();
        String reason = new String(process.getInputStream().readAllBytes());
        assumeTrue(process.waitFor() == 0, "needs the right to mount a file system: " + reason);
        try {
            PrivateDirectory directory = PrivateDirectory.open(mount.resolve("a"));
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> directory.write("file", new byte[200_000]))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("No space left");
                assertThat(names(directory.path())).isEmpty();
            }
            directory.write("file", CONTENT);
        } finally {
            new ProcessBuilder("umount", mount.toString()).inheritIO().start().waitFor();
        }
    }

    @Test
    @DisplayName("B4: one thread at a time under the lock; processes are tested where libraries are loaded")
    void locks_areExclusive() throws Exception {
        PrivateDirectory directory = PrivateDirectory.open(temporary.resolve("a"));
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Integer>> runs = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                PrivateDirectory same = PrivateDirectory.open(directory.path());
                runs.add(() -> same.locked(() -> {
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    Thread.yield();
                    return inside.decrementAndGet();
                }));
            }
            for (Future<Integer> run : threads.invokeAll(runs, 60, TimeUnit.SECONDS)) {
                run.get();
            }
        } finally {
            threads.shutdown();
        }
        assertThat(most).hasValue(1);
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static void mode(Path path, String mode) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }
}
