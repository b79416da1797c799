package io.graphkernel.runtime.internal.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.runtime.internal.loading.FreshProcess.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A home and a directory of temporary files for processes that use the runtime for the first time, on Linux. */
abstract class FreshProcessCase {
    /** Why each class that extends this is for Linux; JUnit reads no condition of a class above. */
    static final String LINUX_ALONE = "processes run under umasks and users of Linux";

    static final int VICTIM = 54321;
    static final String NATIVES = NativeDirectory.PROPERTY;

    @TempDir
    Path temporary;

    Path home;
    Path files;

    @BeforeEach
    void places() throws IOException {
        mode(temporary, 0755);
        home = Files.createDirectory(temporary.resolve("home"));
        files = Files.createDirectory(temporary.resolve("tmp"));
        mode(files, 01777);
    }

    FreshProcess process() {
        return new FreshProcess().property("user.home", home).property("java.io.tmpdir", files);
    }

    FreshProcess victim() throws IOException {
        Path readable = temporary.resolve("class-path");
        if (!Files.isDirectory(readable)) {
            Files.createDirectory(readable);
        }
        return new FreshProcess()
                .user(VICTIM, readable)
                .property("java.io.tmpdir", files)
                .in(temporary);
    }

    static void assertRefused(Outcome outcome, String... fragments) {
        assertThat(outcome.output()).contains(fragments);
        assertThat(outcome.status()).isEqualTo(1);
    }

    static void requireRoot(String why) throws IOException {
        assumeTrue(
                Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)
                        && Files.exists(Path.of("/usr/bin/setpriv")),
                "needs root and setpriv: " + why);
    }

    static byte[] library() throws IOException {
        try (InputStream stream = FreshProcess.library().openStream()) {
            return stream.readAllBytes();
        }
    }

    static byte[] content(Path file) throws IOException {
        return Files.readAllBytes(file);
    }

    static List<Path> tree(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.toList();
        }
    }

    static List<Path> partials(Path directory) throws IOException {
        return tree(directory).stream()
                .filter(file -> file.toString().contains(".partial"))
                .toList();
    }

    static void giveTo(int user, Path directory) throws IOException {
        for (Path file : tree(directory)) {
            Files.setAttribute(file, "unix:uid", user, LinkOption.NOFOLLOW_LINKS);
        }
    }

    static void readable(Path directory) throws IOException {
        for (Path file : tree(directory)) {
            mode(file, Files.isDirectory(file) ? 0555 : 0444);
        }
    }

    static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    static void mode(Path path, int mode) throws IOException {
        Files.setAttribute(path, "unix:mode", mode);
    }
}
