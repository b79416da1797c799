package io.graphkernel.runtime.generated;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.internal.setting.LastLevelCache;
import org.junit.jupiter.api.Test;

class CacheHintsTest {
    @Test
    void results_areStoredNonTemporallyBeforeTheyFillTheLastLevel() {
        long bytes = LastLevelCache.bytes();
        assertThat(bytes).isPositive();
        long most = bytes - bytes / 4;
        int before = KernelThreads.count();
        try {
            KernelThreads.setCount(3);
            assertThat(CacheHints.level(most, false)).isEqualTo(1);
            assertThat(CacheHints.level(most + 1, false)).isEqualTo(3);
            assertThat(CacheHints.level(most + 1, true)).isEqualTo(1);
            KernelThreads.setCount(2);
            assertThat(CacheHints.level(most, false)).isEqualTo(1);
            assertThat(CacheHints.level(most + 1, false)).isEqualTo(2);
        } finally {
            KernelThreads.setCount(before);
        }
    }

    @Test
    void nothing_isRequestedAheadOfWhatIsNear() {
        assertThat(CacheHints.level(0, false)).isZero();
        assertThat(CacheHints.level(1 << 20, false)).isZero();
        assertThat(CacheHints.level((1 << 20) + 1, true)).isEqualTo(1);
    }
}
