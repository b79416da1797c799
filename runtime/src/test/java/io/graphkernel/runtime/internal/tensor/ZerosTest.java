package io.graphkernel.runtime.internal.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.memory.Reclamation;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;

class ZerosTest {

    @Test
    void zeros_ofEveryFloatDtype_sharePages() {
        // Otherwise the garbage collector may free the pages in between.
        AbstractTensor pages = Zeros.pages(1);
        try (Tensor single = (Tensor) Zeros.of(Device.cpu(), DType.F32, new long[] {3, 5});
                Tensor wide = (Tensor) Zeros.of(Device.cpu(), DType.F64, new long[] {7});
                Tensor half = (Tensor) Zeros.of(Device.cpu(), DType.BF16, new long[] {})) {
            assertThat(single.toFloatArray()).hasSize(15).containsOnly(0);
            assertThat(wide.toDoubleArray()).hasSize(7).containsOnly(0);
            assertThat(half.dtype()).isEqualTo(DType.BF16);
            assertThat(half.rank()).isZero();
            assertThat(single.isReadOnly()).isTrue();
            assertThat(wide.address()).isEqualTo(single.address()).isEqualTo(half.address());
        } finally {
            Reference.reachabilityFence(pages);
        }
    }

    @Test
    void zeroPages_grow() {
        long more = 80L << 20;
        Tensor before = (Tensor) Zeros.of(Device.cpu(), DType.F32, new long[] {2});
        AbstractTensor pages = Zeros.pages(more);
        try (before;
                Tensor large = (Tensor) Zeros.of(Device.cpu(), DType.F32, new long[] {more / 4});
                Tensor after = (Tensor) Zeros.of(Device.cpu(), DType.F32, new long[] {2})) {
            assertThat(before.toFloatArray()).containsOnly(0);
            assertThat(large.get(more / 4 - 1)).isZero();
            assertThat(after.address()).isEqualTo(large.address());
        } finally {
            Reference.reachabilityFence(pages);
        }
    }

    /** Zeros that are held stay when the pages go. */
    @Test
    void zeroPages_areReleased() {
        long more = 200L << 20;
        try (Tensor held = (Tensor) Zeros.of(Device.cpu(), DType.F32, new long[] {more / 4})) {
            WeakReference<AbstractTensor> pages = new WeakReference<>(Zeros.pages(more));
            for (int i = 0; i < 100 && pages.get() != null; i++) {
                System.gc();
                Reclamation.run();
            }
            assertThat(pages.get()).isNull();
            assertThat(Zeros.pages(1).byteCount()).isLessThan(more);
            assertThat(held.get(more / 4 - 1)).isZero();
        }
    }
}
