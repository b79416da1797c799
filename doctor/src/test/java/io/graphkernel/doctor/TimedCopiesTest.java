package io.graphkernel.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.loading.BridgeLibrary;
import org.bytedeco.javacpp.LongPointer;
import org.junit.jupiter.api.Test;

class TimedCopiesTest {

    @Test
    void bothKindsOfStores_copyTheItemsOfTheirRange() {
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

    @Test
    void copies_areTimedOnAnyNumberOfThreads() {
        for (int threads = 1; threads <= 3; threads++) {
            try (TimedCopies copies = new TimedCopies(threads, 1 << 20)) {
                assertThat(copies.ratio(1 << 20)).isPositive().isFinite();
                assertThat(copies.processorShare()).isPositive().isLessThan(1.5);
            }
        }
    }
}
