package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.NullTensorException;
import org.junit.jupiter.api.Test;

class CustomOpTest {

    /** slope · x³. */
    private static final CustomOp CUBE = CustomOp.of(OpRow.composite(
                    "ScaledCube", ops -> ops.mul(ops.mul(ops.square(ops.x()), ops.x()), ops.operand("slope")))
            .parameters(OpParameter.tensor("x"), OpParameter.number("slope")));

    /** x², with a gradient rule that triples the derivative, so that its use is visible. */
    private static final CustomOp RULED =
            CustomOp.of(OpRow.composite("RuledSquare", ops -> ops.mul(ops.square(ops.x()), 1))
                    .parameters(OpParameter.tensor("x"))
                    .gradient("x", ops -> ops.mul(ops.dy(), ops.mul(ops.x(), 6))));

    private static final CustomOp SHIFTED = CustomOp.of(OpRow.composite(
                    "ShiftedMaximum",
                    ops -> ops.has("bias")
                            ? ops.add(ops.reduce("ReduceMax", ops.x(), ops.axes("axis"), false), ops.operand("bias"))
                            : ops.reduce("ReduceMax", ops.x(), ops.axes("axis"), false))
            .parameters(OpParameter.tensor("x"), OpParameter.optionalTensor("bias"), OpParameter.axis("axis")));

    @Test
    void expansion_isEvaluated() {
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = Tensor.of(new float[] {1, -2, 3}, 3);
            assertThat(CUBE.call(x, 0.5).toFloatArray()).containsExactly(0.5f, -4, 13.5f);
            assertThat(CUBE.call(x, Tensor.scalar(2f)).toFloatArray()).containsExactly(2, -16, 54);
        }
    }

    @Test
    void halves_areComputedInF32AndRoundedOnce() {
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = Tensor.of(DType.F16, new float[] {300}, 1);
            Tensor y = CUBE.call(x, 1e-3);
            assertThat(y.dtype()).isEqualTo(DType.F16);
            // 300³ is not finite in f16; the result is the multiple of 16 nearest to 27,000.
            assertThat(y.toFloatArray()).containsExactly(27_008);
        }
    }

    @Test
    void optionalTensor_isAbsentForNull() {
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = Tensor.of(new float[] {1, 4, 3, 2}, 2, 2);
            assertThat(SHIFTED.call(x, null, -1).toFloatArray()).containsExactly(4, 3);
            assertThat(SHIFTED.call(x, Tensor.of(new float[] {10, 20}, 2), 0).toFloatArray())
                    .containsExactly(13, 24);
        }
    }

    @Test
    void gradient_comesFromTheExpansionOrTheRule() {
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = Tensor.of(new double[] {0.5, 2}, 2);
            Tensor derived = Gradients.gradient(() -> Ops.reduceSum(CUBE.call(x, 2.0)), x);
            Tensor ruled = Gradients.gradient(() -> Ops.reduceSum(RULED.call(x)), x);
            assertThat(derived.toDoubleArray()[0]).isCloseTo(1.5, within(1e-12));
            assertThat(derived.toDoubleArray()[1]).isCloseTo(24, within(1e-12));
            assertThat(ruled.toDoubleArray()).containsExactly(3, 12);
        }
    }

    @Test
    void arguments_areCheckedBeforeTheFirstOp() {
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = Tensor.of(new float[] {1}, 1);
            Tensor integers = Ops.cast(x, DType.I32);
            assertThatThrownBy(() -> CUBE.call(x))
                    .isInstanceOf(InvalidArgumentException.class)
                    .hasMessageContaining("GK-6046")
                    .hasMessageContaining("scaledCube")
                    .hasMessageContaining("2 parameters");
            assertThatThrownBy(() -> SHIFTED.call(x, null, 0L))
                    .isInstanceOf(InvalidArgumentException.class)
                    .hasMessageContaining("axis");
            assertThatThrownBy(() -> CUBE.call(null, 1.0)).isInstanceOf(NullTensorException.class);
            assertThatThrownBy(() -> CUBE.call(integers, 1.0)).isInstanceOf(DTypeMismatchException.class);
            assertThatThrownBy(() -> CustomOp.of(OpRow.elementwise("Same", "x")))
                    .isInstanceOf(InvalidArgumentException.class)
                    .hasMessageContaining("OpRow.composite");
        }
    }
}
