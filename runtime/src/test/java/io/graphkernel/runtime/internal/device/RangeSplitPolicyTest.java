package io.graphkernel.runtime.internal.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.internal.parallel.RangeSplitPolicy;
import io.graphkernel.runtime.internal.parallel.ThreadSplitPolicy;
import org.junit.jupiter.api.Test;

/** Tests of the number of partitions of a launch, by the bytes that it moves. */
class RangeSplitPolicyTest {
    private static final long KIB = 1024;

    private final ThreadSplitPolicy threads = ThreadSplitPolicy.OF_MEMORY;
    private final RangeSplitPolicy groups = new GridSizing(10);

    @Test
    void smallLaunch_onTheHost_isOnePartition() {
        assertThat(threads.of(1, 0)).isEqualTo(1);
        assertThat(threads.of(64 * KIB - 1, 4)).isEqualTo(1);
        assertThat(threads.of(64 * KIB, 4)).isEqualTo(2);
        assertThat(threads.of(256 * KIB, 4)).isEqualTo(8);
    }

    @Test
    void item_isNotSplit() {
        assertThat(threads.of(1, Long.MAX_VALUE / 2)).isEqualTo(1);
        assertThat(threads.of(3, 1 << 20)).isEqualTo(3);
        assertThat(threads.itemsPerPart(1 << 20)).isEqualTo(1);
        assertThat(threads.itemsPerPart(4)).isEqualTo(32 * KIB);
    }

    @Test
    void itemsWithoutBytes_countAsOneByte() {
        assertThat(threads.of(256 * KIB, 0)).isEqualTo(2);
        assertThat(threads.itemsPerPart(0)).isEqualTo(128 * KIB);
    }

    @Test
    void gpuLaunch_hasEnoughThreadBlocks() {
        assertThat(groups.of(1, 0)).isEqualTo(1);
        assertThat(groups.of(KIB, 4)).isEqualTo(1);
        assertThat(groups.of(KIB + 1, 4)).isEqualTo(2);
        assertThat(groups.of(79 * KIB, 4)).isEqualTo(79);
        assertThat(groups.of(Long.MAX_VALUE, 8)).isEqualTo(80);
        assertThat(groups.of(8, Long.MAX_VALUE)).isEqualTo(80);
    }
}
