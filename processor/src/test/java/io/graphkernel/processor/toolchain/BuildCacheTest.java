package io.graphkernel.processor.toolchain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.common.files.UnsafePathException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class BuildCacheTest {
    private static final String OLD = "aa".repeat(32);
    private static final String USED = "bb".repeat(32);
    private static final String NEW = "cc".repeat(32);

    @TempDir
    private Path directory;

    @TempDir
    private Path other;

    @Test
    void entry_stored_isReadBack() throws IOException {
        BuildCache cache = new BuildCache(directory);
        cache.store(NEW, new byte[] {1, 2, 3});

        assertThat(cache.find(NEW))
                .hasValueSatisfying(library -> assertThat(library).containsExactly(1, 2, 3));
        assertThat(cache.find(OLD)).isEmpty();
    }

    @Test
    void store_leavesNoTemporaryFile() throws IOException {
        new BuildCache(directory).store(NEW, new byte[] {1});

        try (Stream<Path> tree = Files.walk(directory)) {
            assertThat(tree.filter(Files::isRegularFile)
                            .map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(NEW, "last-sweep");
        }
    }

    @Test
    void entries_unusedForThirtyDays_areDeleted() throws IOException {
        BuildCache cache = new BuildCache(directory);
        cache.store(OLD, new byte[] {1});
        cache.store(USED, new byte[] {2});
        age(entry(OLD));
        age(entry(USED));
        age(directory.resolve("last-sweep"));
        cache.find(USED);

        cache.store(NEW, new byte[] {3});

        assertThat(entry(OLD)).doesNotExist();
        assertThat(entry(USED)).exists();
        assertThat(entry(NEW)).exists();
    }

    @Test
    void sweep_runsOnceADay() throws IOException {
        BuildCache cache = new BuildCache(directory);
        cache.store(OLD, new byte[] {1});
        age(entry(OLD));

        cache.store(NEW, new byte[] {3});

        assertThat(entry(OLD)).exists();
    }

    @Test
    @DisplayName(
            "B2: an entry is bound to its key: another one in its place, or one with a checksum of its own, is absent")
    void entry_isBoundToItsKey() throws IOException {
        BuildCache cache = new BuildCache(directory);
        cache.store(OLD, new byte[] {1});
        cache.store(NEW, new byte[] {2});
        Files.copy(entry(OLD), entry(NEW), StandardCopyOption.REPLACE_EXISTING);
        assertThat(cache.find(NEW)).isEmpty();

        byte[] evil = "evil".getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream forged = new ByteArrayOutputStream();
        forged.write(Digests.sha256(evil));
        forged.write(evil);
        Files.write(entry(OLD), forged.toByteArray());
        assertThat(cache.find(OLD)).isEmpty();
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no POSIX owners and modes")
    @DisplayName("B2: an entry that another user could have written is absent, whatever its content")
    void entry_ofAnotherUser_isIgnored() throws IOException {
        BuildCache cache = new BuildCache(directory);
        cache.store(OLD, new byte[] {1});
        Files.setAttribute(entry(OLD), "unix:mode", 0666);
        assertThat(cache.find(OLD)).isEmpty();

        cache.store(NEW, new byte[] {2});
        assumeTrue(Files.getAttribute(directory, "unix:uid").equals(0), "needs root: a file is given to another user");
        Files.setAttribute(entry(NEW), "unix:uid", 54321);
        assertThat(cache.find(NEW)).isEmpty();
        assertThat(entry(NEW)).doesNotExist();
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no POSIX owners and modes")
    @DisplayName("B2: in a directory that others may write to nothing is found, stored, built or kept")
    void sharedDirectory_isRejected() throws IOException {
        BuildCache cache = new BuildCache(directory);
        cache.store(OLD, new byte[] {1});
        Files.setAttribute(directory, "unix:mode", 0777);
        for (ThrowingCallable use : List.<ThrowingCallable>of(
                () -> cache.find(OLD),
                () -> cache.store(NEW, new byte[] {2}),
                cache::createWorkDirectory,
                () -> cache.keepFailed(directory, OLD))) {
            assertThatThrownBy(use)
                    .isInstanceOf(UnsafePathException.class)
                    .hasMessage(directory + " can be written by other users");
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no POSIX owners and modes")
    @DisplayName("C1: all directories of the cache are the user's alone, and one left open to the group is closed")
    void directories_arePrivate() throws IOException {
        Path root = directory.resolve("missing/cache");
        BuildCache cache = new BuildCache(root);
        cache.store(NEW, new byte[] {1});
        Path work = cache.createWorkDirectory();
        for (Path path : List.of(root.getParent(), root, root.resolve("libraries/cc"), work, work.getParent())) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .as("%s", path)
                    .isEqualTo("rwx------");
        }
        Files.setAttribute(root, "unix:mode", 0775);
        assertThat(cache.find(NEW)).isPresent();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root)))
                .isEqualTo("rwxr-xr-x");
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "a directory is mounted read-only")
    @DisplayName("C5: a cache that is mounted read-only serves what it holds")
    void readOnlyCache_isUsable() throws IOException, InterruptedException {
        new BuildCache(directory).store(OLD, new byte[] {1});
        age(entry(OLD));
        Path mount = Files.createDirectory(other.resolve("mount"));
        assumeTrue(
                run("mount", "--bind", directory.toString(), mount.toString()) == 0
                        && run("mount", "-o", "remount,ro,bind", mount.toString()) == 0,
                "needs the right to mount a directory");
        try {
            assertThat(new BuildCache(mount).find(OLD))
                    .hasValueSatisfying(found -> assertThat(found).containsExactly(1));
            assertThat(new BuildCache(mount).find(NEW)).isEmpty();
        } finally {
            run("umount", mount.toString());
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    private Path entry(String key) {
        return directory.resolve("libraries").resolve(key.substring(0, 2)).resolve(key);
    }

    private static void age(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(31))));
    }
}
