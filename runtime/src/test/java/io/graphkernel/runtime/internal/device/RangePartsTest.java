package io.graphkernel.runtime.internal.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Into how many parts launches are cut, by the bytes that they move. */
class RangePartsTest {
    private static final long KIB = 1024;

    private final ThreadParts threads = ThreadParts.OF_MEMORY;
    private final RangeParts groups = new GroupParts(10);

    @Test
    void whatIsSmallIsOnePartForTheHost() {
        assertThat(threads.of(1, 0)).isEqualTo(1);
        assertThat(threads.of(64 * KIB - 1, 4)).isEqualTo(1);
        assertThat(threads.of(64 * KIB, 4)).isEqualTo(2);
        assertThat(threads.of(256 * KIB, 4)).isEqualTo(8);
    }

    @Test
    void anItemIsNotCut() {
        assertThat(threads.of(1, Long.MAX_VALUE / 2)).isEqualTo(1);
        assertThat(threads.of(3, 1 << 20)).isEqualTo(3);
        assertThat(threads.itemsPerPart(1 << 20)).isEqualTo(1);
        assertThat(threads.itemsPerPart(4)).isEqualTo(32 * KIB);
    }

    @Test
    void itemsWithoutBytesCountAsOneByte() {
        assertThat(threads.of(256 * KIB, 0)).isEqualTo(2);
        assertThat(threads.itemsPerPart(0)).isEqualTo(128 * KIB);
    }

    @Test
    void aGpuHasGroupsUntilItIsBusy() {
        assertThat(groups.of(1, 0)).isEqualTo(1);
        assertThat(groups.of(KIB, 4)).isEqualTo(1);
        assertThat(groups.of(KIB + 1, 4)).isEqualTo(2);
        assertThat(groups.of(79 * KIB, 4)).isEqualTo(79);
        assertThat(groups.of(Long.MAX_VALUE, 8)).isEqualTo(80);
        assertThat(groups.of(8, Long.MAX_VALUE)).isEqualTo(80);
    }
}
