package io.graphkernel.runtime.internal.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LastLevelCacheTest {

    @Test
    void lastLevelCache_readsTheLargestCache(@TempDir Path directory) throws IOException {
        cache(directory, "index0", "48K\n", "1\n");
        cache(directory, "index3", "96M\n", "ffff\n");
        cache(directory, "index2", "1024K\n", "1\n");
        assertThat(LastLevelCache.largest(directory)).isEqualTo(96L << 20);
        assertThat(LastLevelCache.largest(directory.resolve("absent"))).isEqualTo(32L << 20);
    }

    @Test
    void lastLevelCache_countsOnTheShareOfItsProcessors(@TempDir Path directory) throws IOException {
        cache(directory, "index2", "2048K\n", "00000001\n");
        cache(directory, "index3", "266240K\n", "0003\n");
        assertThat(LastLevelCache.largest(directory)).isEqualTo(16L << 20);
        Files.writeString(directory.resolve("index3/shared_cpu_map"), "ff,ffffffff\n");
        assertThat(LastLevelCache.largest(directory)).isEqualTo(260L << 20);
    }

    @Test
    void lastLevelCache_readsItsSetting() {
        assertThat(LastLevelCache.setting("1000")).isEqualTo(1000);
        assertThat(LastLevelCache.setting("8m")).isEqualTo(8 << 20);
        assertThatThrownBy(() -> LastLevelCache.setting("much")).isInstanceOf(InvalidArgumentException.class);
        assertThatThrownBy(() -> LastLevelCache.setting("-1")).isInstanceOf(InvalidArgumentException.class);
    }

    private static void cache(Path directory, String name, String size, String processors) throws IOException {
        Path cache = Files.createDirectory(directory.resolve(name));
        Files.writeString(cache.resolve("size"), size);
        Files.writeString(cache.resolve("shared_cpu_map"), processors);
    }
}
