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
    void readsTheLargestCache(@TempDir Path directory) throws IOException {
        cache(directory, "index0", "48K\n");
        cache(directory, "index3", "96M\n");
        cache(directory, "index2", "1024K\n");
        assertThat(LastLevelCache.largest(directory)).isEqualTo(96L << 20);
        assertThat(LastLevelCache.largest(directory.resolve("absent"))).isEqualTo(32L << 20);
    }

    @Test
    void readsItsSetting() {
        assertThat(LastLevelCache.setting("1000")).isEqualTo(1000);
        assertThat(LastLevelCache.setting("8m")).isEqualTo(8 << 20);
        assertThatThrownBy(() -> LastLevelCache.setting("much")).isInstanceOf(InvalidArgumentException.class);
        assertThatThrownBy(() -> LastLevelCache.setting("-1")).isInstanceOf(InvalidArgumentException.class);
    }

    private static void cache(Path directory, String name, String size) throws IOException {
        Files.writeString(Files.createDirectory(directory.resolve(name)).resolve("size"), size);
    }
}
