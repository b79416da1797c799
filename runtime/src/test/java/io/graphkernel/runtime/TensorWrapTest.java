package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.LongPointer;
import org.junit.jupiter.api.Test;

class TensorWrapTest {
    private static FloatBuffer direct(int elements) {
        return ByteBuffer.allocateDirect(elements * 4)
                .order(ByteOrder.nativeOrder())
                .asFloatBuffer();
    }

    @Test
    void sharesTheMemoryOfABuffer() {
        FloatBuffer buffer = direct(8);
        buffer.put(3, 7).position(2);
        try (Tensor tensor = Tensor.wrap(buffer, 2, 3)) {
            assertThat(tensor.get(0, 1)).isEqualTo(7);
            tensor.copyFrom(new float[] {1, 2, 3, 4, 5, 6});
            assertThat(((FloatPointer) tensor.pointer()).get(5)).isEqualTo(6);
        }
        assertThat(buffer.get(2)).isEqualTo(1);
        assertThat(buffer.get(7)).isEqualTo(6);
    }

    @Test
    void refusesBuffersThatNativeCodeCannotUse() {
        FloatBuffer wrongOrder = ByteBuffer.allocateDirect(16)
                .order(ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN)
                .asFloatBuffer();
        assertThatThrownBy(() -> Tensor.wrap(FloatBuffer.allocate(4), 4))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("it is on the heap");
        assertThatThrownBy(() -> Tensor.wrap(wrongOrder, 4)).hasMessageContaining("has the byte order");
        assertThatThrownBy(() -> Tensor.wrap(direct(4), 5)).hasMessageContaining("has 4 elements left");
    }

    @Test
    void sharesTheMemoryOfAPointer() {
        try (LongPointer pointer = new LongPointer(4)) {
            pointer.put(2, 42).put(3, Long.MAX_VALUE - 1);
            try (Tensor tensor = Tensor.wrap(pointer, DType.I64, 4);
                    Tensor tail = Tensor.wrap(new LongPointer(pointer).position(2), DType.I64, 2)) {
                assertThat(tensor.get(2)).isEqualTo(42);
                assertThat(tail.get(0)).isEqualTo(42);
                assertThat(((LongPointer) tail.pointer()).get(0)).isEqualTo(42);
                assertThat(tail).hasToString("Tensor i64[2] [42, 9223372036854775806]");
            }
            assertThat(pointer.isNull()).isFalse();
        }
    }

    @Test
    void refusesPointersThatAreTooSmallOrMisaligned() {
        try (BytePointer pointer = new BytePointer(64)) {
            assertThatThrownBy(() -> Tensor.wrap(pointer, DType.F32, 17)).hasMessageContaining("has 64 bytes");
            assertThatThrownBy(() -> Tensor.wrap(new BytePointer(pointer).position(1), DType.F32, 2))
                    .hasMessageContaining("is not aligned");
            assertThatThrownBy(() -> Tensor.wrap(new FloatPointer(), DType.F32, 1))
                    .hasMessageContaining("is null");
        }
    }

    @Test
    void keepsThePointerOpen() {
        FloatPointer pointer = new FloatPointer(4);
        try (Tensor tensor = Tensor.wrap(pointer, DType.F32, 4)) {
            pointer.close();
            tensor.copyFrom(new float[] {1, 2, 3, 4});
            assertThat(tensor.get(3)).isEqualTo(4);
        }
        assertThat(pointer.isNull()).isTrue();
    }

    @Test
    void noticesThatThePointerWasDeallocated() {
        FloatPointer pointer = new FloatPointer(4);
        Tensor tensor = Tensor.wrap(new FloatPointer(pointer), DType.F32, 4);
        pointer.deallocate();
        assertThatThrownBy(tensor::address)
                .isInstanceOf(ClosedTensorException.class)
                .hasMessageContaining("[GK-6004] tensor f32[4] wraps a pointer that is closed");
    }
}
