package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import java.util.List;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Numbers of the call keep their Java type, are rounded once, and are rejected where a dtype does not hold them. */
class NumberTest {

    private static final int BEYOND_FLOAT = (1 << 24) + 1;

    @Test
    void positionBeyond24Bits_ofAnIntParameter_readsItsRow() {
        Tensor x = Tensor.zeros(DType.I32, BEYOND_FLOAT + 1);
        NumberKernelsKernels.added(x, Tensor.zeros(DType.F64, BEYOND_FLOAT + 1), 5, 0.0);
        x.slice(BEYOND_FLOAT, BEYOND_FLOAT + 1).copyFrom(new int[] {7});

        assertThat(NumberKernelsKernels.row(x, BEYOND_FLOAT).toIntArray()).containsExactly(7);
        assertThat(NumberKernels.row(x, BEYOND_FLOAT).toIntArray()).containsExactly(7);
    }

    @Test
    void tensorOfANumber_hasTheDtypeOfItsJavaType() {
        both(() -> NumberKernels.ofInt(BEYOND_FLOAT), () -> NumberKernelsKernels.ofInt(BEYOND_FLOAT), DType.I32)
                .forEach(tensor -> assertThat(tensor.toIntArray()).containsExactly(BEYOND_FLOAT, BEYOND_FLOAT));
        long number = (1L << 53) + 1;
        both(() -> NumberKernels.ofLong(number), () -> NumberKernelsKernels.ofLong(number), DType.I64)
                .forEach(tensor -> assertThat(tensor.toLongArray()).containsExactly(number, number));
        both(() -> NumberKernels.ofFloat(0.1f), () -> NumberKernelsKernels.ofFloat(0.1f), DType.F32)
                .forEach(tensor -> assertThat(tensor.toFloatArray()).containsExactly(0.1f, 0.1f));
        both(() -> NumberKernels.ofDouble(0.1), () -> NumberKernelsKernels.ofDouble(0.1), DType.F64)
                .forEach(tensor -> assertThat(tensor.toDoubleArray()).containsExactly(0.1, 0.1));
        Tensor condition = Tensor.of(new boolean[] {true, false}, 2);
        both(
                        () -> NumberKernels.chosen(condition, number),
                        () -> NumberKernelsKernels.chosen(condition, number),
                        DType.I64)
                .forEach(tensor -> assertThat(tensor.toLongArray()).containsExactly(number, 0));
        Tensor indices = Tensor.of(new int[] {1}, 1);
        both(
                        () -> NumberKernels.encoded(indices, BEYOND_FLOAT),
                        () -> NumberKernelsKernels.encoded(indices, BEYOND_FLOAT),
                        DType.I32)
                .forEach(tensor -> assertThat(tensor.toIntArray()).containsExactly(0, BEYOND_FLOAT));
    }

    private static List<Tensor> both(Supplier<Tensor> eager, Supplier<Tensor> stub, DType dtype) {
        List<Tensor> tensors = List.of(eager.get(), stub.get());
        tensors.forEach(tensor -> assertThat(tensor.dtype()).isEqualTo(dtype));
        return tensors;
    }

    @Test
    void numberThatTheDtypeDoesNotHold_isRefusedBeforeAnythingIsWritten() {
        Tensor bytes = Tensor.of(DType.U8, new byte[] {(byte) 200, 3}, 2);
        Tensor integers = Tensor.of(new int[] {5, -7}, 2);

        requireRefused(
                "greaterThan: p is 300, which u8 cannot represent", () -> NumberKernelsKernels.greaterThan(bytes, 300));
        requireRefused(
                "smallest: p is 1099511627776, which i32 cannot represent",
                () -> NumberKernelsKernels.smallest(integers, 1L << 40));
        requireRefused("put: p is -1, which u8 cannot represent", () -> NumberKernelsKernels.put(bytes, -1));
        requireRefused(
                "inlined: q + 1 is 256, which u8 cannot represent", () -> NumberKernelsKernels.inlined(bytes, 255));
        requireRefused(
                "vanishing: p is 256, which u8 cannot represent", () -> NumberKernelsKernels.vanishing(bytes, 256));
        Tensor many = Tensor.zeros(DType.U8, 256);
        requireRefused("size: n is 256, which u8 cannot represent", () -> NumberKernelsKernels.size(many));
        requireRefused("greater: y is 300, which u8 cannot represent", () -> NumberKernels.greaterThan(bytes, 300));

        assertThat(bytes.toByteArray()).containsExactly(200, 3);
        assertThat(NumberKernelsKernels.greaterThan(bytes, 199).toBooleanArray())
                .containsExactly(true, false);
        assertThat(NumberKernelsKernels.inlined(bytes, 198).toBooleanArray()).containsExactly(true, false);
    }

    private static void requireRefused(String message, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageContaining("[GK-6013] number is out of range for the dtype: " + message);
    }

    @Test
    void numberThatMeets16Bits_isRoundedToThemOnce() {
        Tensor tenth = Tensor.of(DType.F16, new float[] {0.1f}, 1);
        Tensor one = Tensor.of(DType.BF16, new float[] {1}, 1);
        Tensor small = Tensor.of(DType.F16, new float[] {0.01f}, 1);

        assertThat(NumberKernelsKernels.equalToTenth(tenth).toBooleanArray()).containsExactly(true);
        assertThat(NumberKernelsKernels.difference(one, 1.004).toFloatArray()).containsExactly(-0x1p-7f);
        assertThat(NumberKernelsKernels.difference(one, 1 + 0x1p-8 + 0x1p-40).toFloatArray())
                .containsExactly(-0x1p-7f);
        assertThat(NumberKernelsKernels.scaled(small).toFloatArray()).containsExactly(Float.POSITIVE_INFINITY);
        assertThat(NumberKernelsKernels.scaledTwice(small).toFloatArray()[0]).isBetween(890f, 910f);
        Tensor zeros = Tensor.zeros(DType.F16, 2049);
        assertThat(NumberKernelsKernels.halfSize(zeros).toFloatArray()).containsOnly(-2048f);
    }

    @Test
    void numberThatIsAdded_hasTheDtypeOfTheParameter() {
        Tensor x = Tensor.zeros(DType.I32, 1);
        Tensor y = Tensor.zeros(DType.F64, 1);
        NumberKernelsKernels.added(x, y, BEYOND_FLOAT, 0.1);
        NumberKernels.added(x, y, BEYOND_FLOAT, 0.1);

        assertThat(x.toIntArray()).containsExactly(2 * BEYOND_FLOAT);
        assertThat(y.toDoubleArray()).containsExactly(0.2);
    }

    @Test
    void signOfAZero_isPositive() {
        Tensor x = Tensor.of(new float[] {-0f, 0f, -3f, Float.MIN_VALUE}, 4);

        assertThat(NumberKernelsKernels.signs(x).toFloatArray()).containsExactly(0f, 0f, -1f, 1f);
        assertThat(NumberKernels.signs(x).toFloatArray()).containsExactly(0f, 0f, -1f, 1f);
    }
}
