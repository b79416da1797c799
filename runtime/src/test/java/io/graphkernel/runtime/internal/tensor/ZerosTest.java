package io.graphkernel.runtime.internal.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import org.junit.jupiter.api.Test;

class ZerosTest {

    @Test
    void areZerosOfEveryFloatDtypeOverTheSamePages() {
        try (Tensor single = Zeros.of(Device.cpu(), DType.F32, new long[] {3, 5});
                Tensor wide = Zeros.of(Device.cpu(), DType.F64, new long[] {7});
                Tensor half = Zeros.of(Device.cpu(), DType.BF16, new long[] {})) {
            assertThat(single.toFloatArray()).hasSize(15).containsOnly(0);
            assertThat(wide.toDoubleArray()).hasSize(7).containsOnly(0);
            assertThat(half.dtype()).isEqualTo(DType.BF16);
            assertThat(half.rank()).isZero();
            assertThat(single.isReadOnly()).isTrue();
            assertThat(wide.address()).isEqualTo(single.address()).isEqualTo(half.address());
        }
    }

    @Test
    void arePagesThatGrow() {
        long more = 80L << 20;
        try (Tensor before = Zeros.of(Device.cpu(), DType.F32, new long[] {2});
                Tensor large = Zeros.of(Device.cpu(), DType.F32, new long[] {more / 4});
                Tensor after = Zeros.of(Device.cpu(), DType.F32, new long[] {2})) {
            assertThat(before.toFloatArray()).containsOnly(0);
            assertThat(large.get(more / 4 - 1)).isZero();
            assertThat(after.address()).isEqualTo(large.address());
        }
    }
}
