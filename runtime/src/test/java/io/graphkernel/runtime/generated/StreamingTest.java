package io.graphkernel.runtime.generated;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.internal.setting.LastLevelCache;
import io.graphkernel.runtime.internal.setting.StreamingThreshold;
import org.junit.jupiter.api.Test;

class StreamingTest {
    @Test
    void resultsBypassTheCachesAboveTheThreshold() {
        int before = KernelThreads.count();
        try {
            for (int threads = 1; threads <= 2; threads++) {
                KernelThreads.setCount(threads);
                long bytes = StreamingThreshold.bytes();
                assertThat(bytes).isPositive().isLessThanOrEqualTo(LastLevelCache.bytes());
                assertThat(Streaming.level(bytes, false, true)).isEqualTo(1);
                assertThat(Streaming.level(bytes + 1, false, true)).isEqualTo(2);
                assertThat(Streaming.level(bytes + 1, true, true)).isEqualTo(1);
                assertThat(Streaming.level(bytes, false, false)).isEqualTo(2);
                assertThat(Streaming.level(bytes / 4 * 3, false, false)).isEqualTo(1);
            }
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
