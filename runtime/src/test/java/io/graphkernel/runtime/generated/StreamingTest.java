package io.graphkernel.runtime.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamingTest {
    @Test
    void resultsBypassTheCachesBeyondTheLastLevel() {
        long bytes = Streaming.lastLevelCacheBytes();
        assertThat(bytes).isPositive();
        int before = KernelThreads.count();
        try {
            KernelThreads.setCount(2);
            assertThat(Streaming.level(bytes, false, true)).isEqualTo(1);
            assertThat(Streaming.level(bytes + 1, false, true)).isEqualTo(2);
            assertThat(Streaming.level(bytes + 1, true, true)).isEqualTo(1);
            assertThat(Streaming.level(bytes, false, false)).isEqualTo(2);
            KernelThreads.setCount(1);
            assertThat(Streaming.level(bytes, false, true)).isEqualTo(2);
            assertThat(Streaming.level(bytes / 4 * 3, false, true)).isEqualTo(1);
        } finally {
            KernelThreads.setCount(before);
        }
    }

    @Test
    void nothingIsRequestedAheadOfWhatIsNear() {
        assertThat(Streaming.level(0, false, true)).isZero();
        assertThat(Streaming.level(1 << 20, false, true)).isZero();
        assertThat(Streaming.level((1 << 20) + 1, true, true)).isEqualTo(1);
    }

    @Test
    void readsTheLargestCache(@TempDir Path directory) throws IOException {
        cache(directory, "index0", "48K\n");
        cache(directory, "index3", "96M\n");
        cache(directory, "index2", "1024K\n");
        assertThat(Streaming.largestCache(directory)).isEqualTo(96L << 20);
        assertThat(Streaming.largestCache(directory.resolve("absent"))).isEqualTo(32L << 20);
    }

    @Test
    void readsItsSetting() {
        assertThat(Streaming.setting("1000")).isEqualTo(1000);
        assertThat(Streaming.setting("8m")).isEqualTo(8 << 20);
        assertThatThrownBy(() -> Streaming.setting("much")).isInstanceOf(InvalidArgumentException.class);
        assertThatThrownBy(() -> Streaming.setting("-1")).isInstanceOf(InvalidArgumentException.class);
    }

    private static void cache(Path directory, String name, String size) throws IOException {
        Files.writeString(Files.createDirectory(directory.resolve(name)).resolve("size"), size);
    }
}
