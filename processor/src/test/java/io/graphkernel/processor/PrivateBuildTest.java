package io.graphkernel.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.processor.UserCompilation.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Messages about directories that others may write, and about users without a home. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no POSIX modes")
class PrivateBuildTest {
    private static final String TWICE = """
        import io.graphkernel.annotations.*;
        import io.graphkernel.runtime.*;
        final class Twice {
            @GraphKernel
            static Tensor twice(Tensor x) { return Ops.mul(x, 2); }
        }
        """;

    @TempDir
    private Path directory;

    @Test
    @DisplayName("B2: a build cache that everybody may write to is an error with its path and what to do, once")
    void sharedCache_isReported() throws IOException {
        Path cache = Files.createDirectory(directory.resolve("cache"));
        Files.setAttribute(cache, "unix:mode", 0777);
        assertRefused(cache, cache);
    }

    @Test
    @DisplayName("B3: a build cache in a parent that everybody may write to is an error that names the parent")
    @Tag("slow")
    void sharedParent_isReported() throws IOException {
        Path parent = Files.createDirectory(directory.resolve("parent"));
        Files.setAttribute(parent, "unix:mode", 0777);
        assertRefused(parent.resolve("cache"), parent);
    }

    private void assertRefused(Path cache, Path open) throws IOException {
        Outcome outcome = compilation()
                .option("-Agraphkernel.targets=cpu")
                .option("-Agraphkernel.cacheDir=" + cache)
                .compile("Twice.java", TWICE);
        assertThat(outcome.success()).isFalse();
        assertThat(outcome.ours())
                .singleElement()
                .satisfies(message -> assertThat(message.text())
                        .startsWith("[GK-5004] cache directory is not secure: the build cache " + cache + ": " + open
                                + " can be written by other users\n")
                        .contains("run chmod go-w " + open)
                        .endsWith("use another directory with -Agraphkernel.cacheDir="));
    }

    @Test
    @DisplayName("C5: without a home directory the cache is among the temporary files, as a note says, never in '?'")
    @Tag("slow")
    void user_withoutAHome_isReported() throws IOException {
        assumeTrue(System.getenv("XDG_CACHE_HOME") == null, "XDG_CACHE_HOME names a cache directory");
        // Its initializer unpacks the compiler for all tests of the process, and needs the home.
        UserCompilation compilation = compilation();
        String home = System.getProperty("user.home");
        String files = System.getProperty("java.io.tmpdir");
        System.setProperty("user.home", "?");
        System.setProperty("java.io.tmpdir", directory.toString());
        try {
            Outcome outcome = compilation
                    .option("-Agraphkernel.targets=cpu")
                    .option("-Agraphkernel.compiler=" + directory.resolve("nosuch"))
                    .compile("Twice.java", TWICE);
            assertThat(outcome.ours())
                    .anySatisfy(message -> assertThat(message.text())
                            .startsWith(
                                    "[GK-5005] build cache is in a temporary directory: the compiler and compiled kernels are stored in "
                                            + directory + "/graphkernel-"));
        } finally {
            System.setProperty("user.home", home);
            System.setProperty("java.io.tmpdir", files);
        }
        assertThat(Path.of("?")).doesNotExist();
    }

    private UserCompilation compilation() {
        return new UserCompilation(directory)
                .processor(new GraphKernelProcessor())
                .option("-Agraphkernel.reportDir=" + directory.resolve("report"));
    }
}
