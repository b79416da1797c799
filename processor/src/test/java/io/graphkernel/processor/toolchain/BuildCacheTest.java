package io.graphkernel.processor.toolchain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildCacheTest {
    private static final String OLD = "aa".repeat(32);
    private static final String USED = "bb".repeat(32);
    private static final String NEW = "cc".repeat(32);

    @TempDir
    private Path directory;

    @Test
    void givesBackWhatWasStored() throws IOException {
        BuildCache cache = new BuildCache(directory);
        cache.store(NEW, new byte[] {1, 2, 3});

        assertThat(cache.find(NEW))
                .hasValueSatisfying(library -> assertThat(library).containsExactly(1, 2, 3));
        assertThat(cache.find(OLD)).isEmpty();
    }

    @Test
    void leavesNoTemporaryFile() throws IOException {
        new BuildCache(directory).store(NEW, new byte[] {1});

        try (Stream<Path> tree = Files.walk(directory)) {
            assertThat(tree.filter(Files::isRegularFile)
                            .map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(NEW, "last-sweep");
        }
    }

    @Test
    void deletesWhatWasNotUsedForThirtyDays() throws IOException {
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
    void sweepsOnceADay() throws IOException {
        BuildCache cache = new BuildCache(directory);
        cache.store(OLD, new byte[] {1});
        age(entry(OLD));

        cache.store(NEW, new byte[] {3});

        assertThat(entry(OLD)).exists();
    }

    private Path entry(String key) {
        return directory.resolve("libraries").resolve(key.substring(0, 2)).resolve(key);
    }

    private static void age(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(31))));
    }
}
