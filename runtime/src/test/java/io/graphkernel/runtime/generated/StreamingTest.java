package io.graphkernel.runtime.generated;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.internal.setting.LastLevelCache;
import org.junit.jupiter.api.Test;

class StreamingTest {
    @Test
    void resultsBypassTheCachesBeyondTheLastLevel() {
        long bytes = LastLevelCache.bytes();
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
}
