package io.graphkernel.runtime.internal.setting;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.loading.BridgeLibrary;
import java.util.Set;
import org.bytedeco.javacpp.LongPointer;
import org.junit.jupiter.api.Test;

class StreamingThresholdTest {

    /** Sizes are 8, 12, 18, 27, 40. */
    private static long threshold(Long... gaining) {
        Set<Long> all = Set.of(gaining);
        return StreamingThreshold.threshold(8, 40, 100, all::contains);
    }

    @Test
    void isTheLastSizeThatDoesNotGain() {
        assertThat(threshold(18L, 27L, 40L)).isEqualTo(12);
        assertThat(threshold(18L, 27L)).isEqualTo(12);
        assertThat(threshold(40L)).isEqualTo(27);
    }

    @Test
    void isTheSmallestSizeWhereAllGain() {
        assertThat(threshold(8L, 12L)).isEqualTo(8);
    }

    @Test
    void oneSizeThatGainsByChanceIsNone() {
        assertThat(threshold(12L, 27L, 40L)).isEqualTo(18);
        assertThat(threshold(12L)).isEqualTo(100);
    }

    @Test
    void sizesThatDoNotGainLeaveItToTheCache() {
        assertThat(threshold()).isEqualTo(100);
    }

    @Test
    void bothKindsOfStoresCopyTheItemsOfTheirRange() {
        BridgeLibrary.ensureLoaded();
        int item = NativeBridge.COPIED_BYTES / Float.BYTES;
        for (int streaming = 0; streaming < 2; streaming++) {
            try (Tensor source = Tensor.full(7, 4L * item);
                    Tensor target = Tensor.full(0, 4L * item);
                    LongPointer slots = new LongPointer(source.address(), target.address())) {
                NativeBridge.copy(streaming, slots.address(), 1, 3, 0);

                float[] copied = target.toFloatArray();
                for (int i = 0; i < copied.length; i++) {
                    assertThat(copied[i]).isEqualTo(i / item == 1 || i / item == 2 ? 7 : 0);
                }
            }
        }
    }
}
