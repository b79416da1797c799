package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.internal.eager.Eager;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bytedeco.javacpp.ShortPointer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of tensors of every dtype: created, filled, read, printed and wrapped. */
class TensorDTypesTest {
    private final TensorScope scope = TensorScope.open();

    @AfterEach
    void close() {
        scope.close();
    }

    @Test
    void tensorDTypes_holdsDoubles() {
        Tensor tensor = Tensor.of(new double[] {1e300, -0.1, Double.NaN}, 3);
        assertThat(tensor.dtype()).isEqualTo(DType.F64);
        assertThat(tensor.toDoubleArray()).containsExactly(1e300, -0.1, Double.NaN);
        assertThat(tensor.getDouble(1)).isEqualTo(-0.1);
        assertThat(tensor).hasToString("Tensor f64[3] [1.0E300, -0.1, NaN]");
        double[] copy = new double[3];
        tensor.copyFrom(new double[] {1, 2, 3});
        tensor.copyTo(copy);
        assertThat(copy).containsExactly(1, 2, 3);
    }

    @Test
    void tensorDTypes_holdsIntegers() {
        Tensor ints = Tensor.of(new int[] {Integer.MIN_VALUE, 7}, 2);
        assertThat(ints.dtype()).isEqualTo(DType.I32);
        assertThat(ints.toIntArray()).containsExactly(Integer.MIN_VALUE, 7);
        assertThat(ints.toLongArray()).containsExactly(Integer.MIN_VALUE, 7);
        Tensor longs = Tensor.of(new long[] {Long.MAX_VALUE - 1, -7}, 2);
        assertThat(longs.dtype()).isEqualTo(DType.I64);
        assertThat(longs.toLongArray()).containsExactly(Long.MAX_VALUE - 1, -7);
        assertThat(longs.getLong(0)).isEqualTo(Long.MAX_VALUE - 1);
        assertThat(longs).hasToString("Tensor i64[2] [9223372036854775806, -7]");
        ints.copyFrom(new int[] {3, 4});
        longs.copyFrom(new long[] {5, 6});
        int[] ofInts = new int[2];
        long[] ofLongs = new long[2];
        ints.copyTo(ofInts);
        longs.copyTo(ofLongs);
        assertThat(ofInts).containsExactly(3, 4);
        assertThat(ofLongs).containsExactly(5, 6);
    }

    @Test
    void tensorDTypes_holdsBytes() {
        byte[] data = {-1, 127, -128};
        Tensor signed = Tensor.of(data, 3);
        Tensor unsigned = Tensor.of(DType.U8, data, 3);
        assertThat(signed.dtype()).isEqualTo(DType.I8);
        assertThat(signed.toIntArray()).containsExactly(-1, 127, -128);
        assertThat(unsigned.toIntArray()).containsExactly(255, 127, 128);
        assertThat(unsigned.toByteArray()).containsExactly(data);
        assertThat(unsigned.getLong(0)).isEqualTo(255);
        assertThat(unsigned.get(2)).isEqualTo(128);
        assertThat(unsigned).hasToString("Tensor u8[3] [255, 127, 128]");
        byte[] copy = new byte[3];
        unsigned.copyFrom(new byte[] {1, 2, -3});
        unsigned.copyTo(copy);
        assertThat(copy).containsExactly(1, 2, -3);
    }

    @Test
    void tensorDTypes_holdsShortsAndUnsignedNumbers() {
        short[] data = {-1, 7};
        Tensor signed = Tensor.of(data, 2);
        Tensor u16 = Tensor.of(DType.U16, data, 2);
        Tensor u32 = Tensor.of(DType.U32, new int[] {-1, 7}, 2);
        Tensor u64 = Tensor.of(DType.U64, new long[] {-1, 7}, 2);
        assertThat(signed).hasToString("Tensor i16[2] [-1, 7]");
        assertThat(u16).hasToString("Tensor u16[2] [65535, 7]");
        assertThat(u32).hasToString("Tensor u32[2] [4294967295, 7]");
        assertThat(u64).hasToString("Tensor u64[2] [18446744073709551615, 7]");
        assertThat(u16.toIntArray()).containsExactly(65535, 7);
        assertThat(u16.toShortArray()).containsExactly(data);
        assertThat(u32.toIntArray()).containsExactly(-1, 7);
        assertThat(u32.toLongArray()).containsExactly(4294967295L, 7);
        assertThat(u64.toLongArray()).containsExactly(-1, 7);
        assertThat(u64.getDouble(0)).isEqualTo(0x1p64);
        assertThat(u64.getLong(0)).isEqualTo(-1);
        signed.copyFrom(new short[] {3, 4});
        short[] copy = new short[2];
        signed.copyTo(copy);
        assertThat(copy).containsExactly(3, 4);
        assertThatThrownBy(() -> Tensor.scalar(DType.U64, -1)).hasMessageContaining("which u64 cannot represent");
    }

    @Test
    void tensorDTypes_holdsHalves() {
        float[] data = {1.5f, 1 + 0x1p-11f, 65520, -0f};
        Tensor f16 = Tensor.of(DType.F16, data, 2, 2);
        Tensor bf16 = Tensor.of(DType.BF16, data, 4);
        assertThat(f16.toFloatArray()).containsExactly(1.5f, 1, Float.POSITIVE_INFINITY, -0f);
        assertThat(bf16.toFloatArray()).containsExactly(1.5f, 1, 65536, -0f);
        assertThat(f16.toDoubleArray()).containsExactly(1.5, 1, Double.POSITIVE_INFINITY, -0.0);
        assertThat(f16).hasToString("Tensor f16[2, 2] [[1.5, 1.0], [Infinity, -0.0]]");
        assertThat(((ShortPointer) f16.pointer()).get(0)).isEqualTo((short) 0x3e00);
        assertThat(bf16.byteCount()).isEqualTo(8);
        assertThat(Tensor.of(DType.F32, data, 4).toDoubleArray()).containsExactly(1.5, 1 + 0x1p-11, 65520, -0.0);
    }

    @Test
    void tensorDTypes_holdsBooleans() {
        Tensor tensor = Tensor.of(new boolean[] {true, false}, 2);
        assertThat(tensor.getLong(0)).isEqualTo(1);
        assertThat(tensor.getDouble(1)).isZero();
        tensor.copyFrom(new boolean[] {false, true});
        boolean[] copy = new boolean[2];
        tensor.copyTo(copy);
        assertThat(copy).containsExactly(false, true);
    }

    @ParameterizedTest
    @EnumSource(DType.class)
    void tensorDTypes_fillsEveryElement(DType dtype) {
        Tensor ones = Tensor.full(dtype, 1.0, 3, 7000);
        Tensor zeros = Tensor.zeros(dtype, 5);
        assertThat(Eager.cast(ones, DType.F64).toDoubleArray()).hasSize(21000).containsOnly(1);
        assertThat(Eager.cast(zeros, DType.F64).toDoubleArray()).hasSize(5).containsOnly(0);
        assertThat(Tensor.scalar(dtype, 1).getDouble()).isEqualTo(1);
        assertThat(Tensor.scalar(dtype, 1).rank()).isZero();
        assertThat(Tensor.full(dtype, 1, 0, 2).elementCount()).isZero();
    }

    @Test
    void tensorDTypes_fillsWithWhatTheDTypeHolds() {
        assertThat(Tensor.scalar(DType.I64, Long.MAX_VALUE).getLong()).isEqualTo(Long.MAX_VALUE);
        assertThat(Tensor.scalar(DType.U8, 255).getLong()).isEqualTo(255);
        assertThat(Tensor.scalar(DType.I8, -128.0).getLong()).isEqualTo(-128);
        assertThat(Tensor.scalar(DType.F32, (1L << 24) + 1).getDouble()).isEqualTo(1 << 24);
        assertThat(Tensor.scalar(DType.F64, 0.1).getDouble()).isEqualTo(0.1);
        assertThat(Tensor.scalar(DType.F16, 0.1).getDouble()).isEqualTo(0x1.998p-4);
        assertThatThrownBy(() -> Tensor.scalar(DType.I32, 0.5))
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageContaining(
                        "[GK-6013] number is out of range for the dtype: full: value is 0.5, which i32 cannot represent");
        assertThatThrownBy(() -> Tensor.full(DType.U8, -1, 3))
                .hasMessageContaining("value is -1, which u8 cannot represent");
        assertThatThrownBy(() -> Tensor.full(DType.BOOL, 2, 3)).hasMessageContaining("GK-6013");
        assertThatThrownBy(() -> Tensor.scalar(DType.I64, 0x1p63)).hasMessageContaining("GK-6013");
        assertThatThrownBy(() -> Tensor.scalar(DType.I64, Double.POSITIVE_INFINITY))
                .hasMessageContaining("GK-6013");
        assertThatThrownBy(() -> Tensor.scalar(DType.I32, Double.NaN)).hasMessageContaining("GK-6013");
    }

    @Test
    void tensorDTypes_rejectsArraysOfOtherDTypesAndLengths() {
        Tensor floats = Tensor.zeros(2);
        Tensor longs = Tensor.zeros(DType.I64, 2);
        assertThatThrownBy(floats::toIntArray).isInstanceOf(DTypeMismatchException.class);
        assertThatThrownBy(longs::toIntArray).hasMessageContaining("toIntArray() does not support i64[2]");
        assertThatThrownBy(longs::toDoubleArray).isInstanceOf(DTypeMismatchException.class);
        assertThatThrownBy(longs::toByteArray).isInstanceOf(DTypeMismatchException.class);
        assertThatThrownBy(longs::toBooleanArray).isInstanceOf(DTypeMismatchException.class);
        assertThatThrownBy(() -> floats.getLong(0)).isInstanceOf(DTypeMismatchException.class);
        assertThatThrownBy(() -> Tensor.of(DType.I8, new float[1], 1)).isInstanceOf(DTypeMismatchException.class);
        assertThatThrownBy(() -> Tensor.of(DType.F16, new byte[1], 1)).isInstanceOf(DTypeMismatchException.class);
        assertThatThrownBy(() -> longs.copyFrom(new double[2])).isInstanceOf(DTypeMismatchException.class);
        assertThatThrownBy(() -> longs.copyFrom(new long[3])).isInstanceOf(ShapeMismatchException.class);
        assertThatThrownBy(() -> Tensor.of(new double[5], 2, 2)).isInstanceOf(ShapeMismatchException.class);
    }

    @Test
    void tensorDTypes_wrapsBuffersOfEveryKind() {
        ByteBuffer bytes = ByteBuffer.allocateDirect(64).order(ByteOrder.nativeOrder());
        bytes.putDouble(8, 2.5);
        assertThat(Tensor.wrap(bytes.asDoubleBuffer(), 8).getDouble(1)).isEqualTo(2.5);
        assertThat(Tensor.wrap(bytes.asDoubleBuffer().position(1), 7).getDouble(0))
                .isEqualTo(2.5);
        assertThat(Tensor.wrap(bytes, DType.F64, 2, 4).getDouble(0, 1)).isEqualTo(2.5);
        bytes.asIntBuffer().put(5, -3);
        assertThat(Tensor.wrap(bytes.asIntBuffer(), 16).getLong(5)).isEqualTo(-3);
        bytes.asLongBuffer().put(7, 1L << 60);
        assertThat(Tensor.wrap(bytes.asLongBuffer(), 8).getLong(7)).isEqualTo(1L << 60);
        bytes.asShortBuffer().put(1, (short) 0x3f80);
        assertThat(Tensor.wrap(bytes.asShortBuffer(), DType.BF16, 32).getDouble(1))
                .isEqualTo(1);
        bytes.put(63, (byte) -1);
        assertThat(Tensor.wrap(bytes.position(60), DType.U8, 4).getLong(3)).isEqualTo(255);
        Tensor written = Tensor.wrap(bytes, DType.I8, 4);
        written.copyFrom(new byte[] {1, 2, 3, 4});
        assertThat(bytes.get(61)).isEqualTo((byte) 2);
    }

    @Test
    void tensorDTypes_rejectsBuffersThatDoNotFit() {
        ByteBuffer bytes = ByteBuffer.allocateDirect(64).order(ByteOrder.nativeOrder());
        assertThatThrownBy(() -> Tensor.wrap(bytes.asShortBuffer(), DType.I32, 4))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("ShortBuffer");
        assertThatThrownBy(() -> Tensor.wrap(bytes, DType.F64, 9)).hasMessageContaining("has 8 elements left");
        assertThatThrownBy(() -> Tensor.wrap(bytes.position(1), DType.I32, 2)).hasMessageContaining("is not aligned");
        ByteBuffer other = ByteBuffer.allocateDirect(8);
        ByteOrder foreign =
                ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        assertThatThrownBy(() -> Tensor.wrap(other.order(foreign), DType.I64, 1))
                .hasMessageContaining("byte order");
        assertThat(Tensor.wrap(other.order(foreign), DType.U8, 8).elementCount())
                .isEqualTo(8);
    }
}
