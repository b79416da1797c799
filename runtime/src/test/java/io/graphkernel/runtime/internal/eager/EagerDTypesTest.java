package io.graphkernel.runtime.internal.eager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.generated.jvm.ScalarMath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Arithmetic, tests, selection, reductions and scans of every dtype. */
class EagerDTypesTest {
    private final TensorScope scope = TensorScope.open();

    @AfterEach
    void close() {
        scope.close();
    }

    private static Tensor add(Tensor x, Tensor y) {
        return Eager.binary("add", x, y, Double::sum, Long::sum);
    }

    private static Tensor sum(Tensor x, int... axes) {
        return Eager.reduce("reduceSum", x, axes, false, 0, Double::sum, 0, Long::sum);
    }

    private static Tensor max(Tensor x, int... axes) {
        return Eager.reduce(
                "reduceMax", x, axes, false, Double.NEGATIVE_INFINITY, Math::max, Long.MIN_VALUE, Math::max);
    }

    private static Tensor cumulated(Tensor x, int axis, boolean exclusive, boolean reverse) {
        return Eager.scan("cumSum", x, axis, exclusive, reverse, 0, Double::sum, 0, Long::sum);
    }

    @ParameterizedTest
    @EnumSource(value = DType.class, names = "BOOL|F8.*", mode = EnumSource.Mode.MATCH_NONE)
    void eagerDTypes_computesNumbersOfEveryDType(DType dtype) {
        Tensor x = Eager.cast(Tensor.of(new int[] {1, 2, 3, 4, 5, 6}, 2, 3), dtype);
        Tensor row = Eager.cast(Tensor.of(new int[] {10, 20, 30}, 3), dtype);
        assertThat(values(add(x, row))).containsExactly(11, 22, 33, 14, 25, 36);
        assertThat(values(Eager.unary("square", x, v -> v * v, v -> v * v))).containsExactly(1, 4, 9, 16, 25, 36);
        assertThat(Eager.compare("less", x, row, (a, b) -> a < b, (a, b) -> a < b)
                        .toBooleanArray())
                .containsOnly(true);
        Tensor even = Tensor.of(new boolean[] {false, true, false}, 3);
        assertThat(values(Eager.select(even, x, row))).containsExactly(10, 2, 30, 10, 5, 30);
        assertThat(values(sum(x))).containsExactly(21);
        assertThat(values(sum(x, 0))).containsExactly(5, 7, 9);
        assertThat(values(max(x, -1))).containsExactly(3, 6);
        assertThat(values(cumulated(x, 1, false, false))).containsExactly(1, 3, 6, 4, 9, 15);
        assertThat(add(x, row).dtype()).isEqualTo(dtype);
        assertThat(sum(x).dtype()).isEqualTo(dtype);
        assertThat(add(Tensor.empty(dtype, 0, 3), row).dimensions()).containsExactly(0, 3);
        assertThat(add(x, Eager.scalar("add", "y", 2.0, x)).getDouble(0, 0)).isEqualTo(3);
        assertThat(add(x, Eager.scalar("add", "y", 2, x)).getDouble(0, 0)).isEqualTo(3);
    }

    private static double[] values(Tensor x) {
        return Eager.cast(x, DType.F64).toDoubleArray();
    }

    @Test
    void results_areRoundedOnceToTheirDType() {
        Tensor one = Tensor.scalar(DType.F16, 1);
        assertThat(add(one, Tensor.scalar(DType.F16, 0x1p-11)).getDouble()).isEqualTo(1);
        assertThat(add(Tensor.scalar(DType.F16, 65504), Tensor.scalar(DType.F16, 16))
                        .getDouble())
                .isEqualTo(Double.POSITIVE_INFINITY);
        Tensor thirds = Eager.binary("div", one, Tensor.scalar(DType.F16, 3), (a, b) -> a / b);
        assertThat(thirds.getDouble()).isEqualTo(0x1.554p-2);
        assertThat(Eager.unary("exp", Tensor.scalar(DType.BF16, 1), Math::exp).getDouble())
                .isEqualTo(2.71875);
        assertThat(Eager.unary("sqrt", Tensor.scalar(DType.F64, 2), Math::sqrt).getDouble())
                .isEqualTo(Math.sqrt(2));
        Tensor many = Tensor.full(DType.F16, 1, 4096 + 2);
        assertThat(sum(many).getDouble()).isEqualTo(4096);
        assertThat(sum(Tensor.full(DType.F16, 0x1p-12, 1 << 12)).getDouble()).isEqualTo(1);
    }

    @Test
    void integers_wrapAround() {
        assertThat(add(Tensor.scalar(DType.I8, 127), Tensor.scalar(DType.I8, 1)).getLong())
                .isEqualTo(-128);
        assertThat(add(Tensor.scalar(DType.U8, 255), Tensor.scalar(DType.U8, 2)).getLong())
                .isEqualTo(1);
        assertThat(Eager.binary(
                                "sub",
                                Tensor.scalar(DType.U8, 1),
                                Tensor.scalar(DType.U8, 2),
                                (a, b) -> a - b,
                                (a, b) -> a - b)
                        .getLong())
                .isEqualTo(255);
        Tensor least = Tensor.scalar(DType.I32, Integer.MIN_VALUE);
        assertThat(Eager.unary("abs", least, Math::abs, Math::abs).getLong()).isEqualTo(Integer.MIN_VALUE);
        assertThat(Eager.binary("div", least, Tensor.scalar(DType.I32, -1), ScalarMath::div, ScalarMath::div)
                        .getLong())
                .isEqualTo(Integer.MIN_VALUE);
        assertThat(Eager.binary(
                                "floorMod",
                                Tensor.scalar(DType.I8, -7),
                                Tensor.scalar(DType.I8, 0),
                                ScalarMath::floorMod,
                                ScalarMath::floorMod)
                        .getLong())
                .isZero();
        assertThat(sum(Tensor.of(new byte[] {100, 100, 100}, 3)).getLong()).isEqualTo(300 - 256);
        assertThat(sum(Tensor.of(new long[] {Long.MAX_VALUE, 1}, 2)).getLong()).isEqualTo(Long.MIN_VALUE);
        assertThat(add(Tensor.scalar(DType.I64, Long.MAX_VALUE - 1), Tensor.scalar(DType.I64, 1))
                        .getLong())
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void emptyReductions_areTheIdentity() {
        assertThat(max(Tensor.empty(DType.I8, 0)).getLong()).isEqualTo(-128);
        assertThat(max(Tensor.empty(DType.U8, 0)).getLong()).isZero();
        assertThat(max(Tensor.empty(DType.I32, 2, 0), 1).toIntArray()).containsOnly(Integer.MIN_VALUE);
        assertThat(max(Tensor.empty(DType.I64, 0)).getLong()).isEqualTo(Long.MIN_VALUE);
        assertThat(max(Tensor.empty(DType.F16, 0)).getDouble()).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(sum(Tensor.empty(DType.F64, 0, 2), 0).toDoubleArray()).containsExactly(0, 0);
    }

    @Test
    void booleanReductions_areRight() {
        Tensor x = Tensor.of(new boolean[] {true, false, true, true}, 2, 2);
        assertThat(Eager.reduceLogical("reduceAll", x, new int[] {1}, false, true, Boolean::logicalAnd)
                        .toBooleanArray())
                .containsExactly(false, true);
        Tensor result = Eager.reduceLogical("reduceAny", x, new int[0], true, false, Boolean::logicalOr);
        assertThat(result.dimensions()).containsExactly(1, 1);
        assertThat(result.toBooleanArray()).containsExactly(true);
        assertThat(Eager.reduceLogical(
                                "reduceAll", Tensor.empty(DType.BOOL, 0), new int[0], false, true, Boolean::logicalAnd)
                        .toBooleanArray())
                .containsExactly(true);
        assertThatThrownBy(() ->
                        Eager.reduceLogical("reduceAll", Tensor.zeros(2), new int[0], false, true, Boolean::logicalAnd))
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageContaining("reduceAll does not support x, which is f32[2]");
    }

    @Test
    void reductions_propagateNan() {
        Tensor x = Tensor.of(new double[] {1, Double.NaN, 3}, 3);
        assertThat(max(x).getDouble()).isNaN();
        assertThat(sum(x).getDouble()).isNaN();
    }

    @Test
    void scans_areRight() {
        Tensor x = Tensor.of(new int[] {1, 2, 3, 4, 5, 6}, 2, 3);
        assertThat(cumulated(x, 0, false, false).toIntArray()).containsExactly(1, 2, 3, 5, 7, 9);
        assertThat(cumulated(x, -1, true, false).toIntArray()).containsExactly(0, 1, 3, 0, 4, 9);
        assertThat(cumulated(x, 1, false, true).toIntArray()).containsExactly(6, 5, 3, 15, 11, 6);
        assertThat(cumulated(x, 1, true, true).toIntArray()).containsExactly(5, 3, 0, 11, 6, 0);
        Tensor products = Eager.scan(
                "cumProd",
                Tensor.of(new double[] {2, 3, 4}, 3),
                0,
                false,
                false,
                1,
                (a, b) -> a * b,
                1,
                (a, b) -> a * b);
        assertThat(products.toDoubleArray()).containsExactly(2, 6, 24);
        Tensor deep = Tensor.of(new int[] {1, 2, 3, 4, 5, 6, 7, 8}, 2, 2, 2);
        assertThat(cumulated(deep, 1, false, true).toIntArray()).containsExactly(4, 6, 3, 4, 12, 14, 7, 8);
        assertThat(cumulated(Tensor.empty(2, 0), 1, false, false).elementCount())
                .isZero();
        assertThat(cumulated(Tensor.empty(0, 2), 1, true, false).elementCount()).isZero();
        assertThat(cumulated(Tensor.of(new float[] {0x1p24f, 1, 1}, 3), 0, false, false)
                        .toFloatArray())
                .containsExactly(0x1p24f, 0x1p24f, 0x1p24f + 2);
        assertThatThrownBy(() -> cumulated(Tensor.scalar(1), 0, false, false))
                .isInstanceOf(InvalidArgumentException.class);
        assertThatThrownBy(() -> cumulated(Tensor.zeros(DType.BOOL, 1), 0, false, false))
                .isInstanceOf(DTypeMismatchException.class);
    }

    @Test
    void comparisons_areExact() {
        Tensor large = Tensor.scalar(DType.I64, Long.MAX_VALUE);
        Tensor next = Tensor.scalar(DType.I64, Long.MAX_VALUE - 1);
        assertThat(Eager.equality("equal", large, next, (a, b) -> a == b, (a, b) -> a == b)
                        .toBooleanArray())
                .containsExactly(false);
        Tensor flags = Tensor.of(new boolean[] {true, false}, 2);
        assertThat(Eager.equality("equal", flags, Eager.not(flags), (a, b) -> a == b, (a, b) -> a == b)
                        .toBooleanArray())
                .containsOnly(false);
        assertThatThrownBy(() -> Eager.compare("less", flags, flags, (a, b) -> a < b, (a, b) -> a < b))
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageContaining("less does not support x, which is bool[2]");
    }

    @ParameterizedTest
    @EnumSource(DType.class)
    void eagerDTypes_selectsFromEveryDType(DType dtype) {
        Tensor condition = Tensor.of(new boolean[] {true, false}, 2, 1);
        Tensor chosen = Eager.select(condition, Tensor.full(dtype, 1, 3), Tensor.zeros(dtype));
        assertThat(Eager.cast(chosen, DType.I32).toIntArray()).containsExactly(1, 1, 1, 0, 0, 0);
    }

    @Test
    void invalidDTypes_areNamed() {
        Tensor ints = Tensor.zeros(DType.I32, 2);
        Tensor floats = Tensor.zeros(2);
        assertThatThrownBy(() -> add(ints, floats))
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageStartingWith("[GK-6012] operands have different dtypes: add: y is f32[2] but x is i32[2]");
        assertThatThrownBy(() -> Eager.select(Tensor.zeros(DType.BOOL), ints, floats))
                .hasMessageContaining("select: y is f32[2] but x is i32[2]");
        assertThatThrownBy(() -> Eager.select(ints, floats, floats))
                .hasMessageContaining("select does not support condition, which is i32[2]");
        assertThatThrownBy(() -> Eager.unary("exp", ints, Math::exp))
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageContaining("exp does not support x, which is i32[2]")
                .hasMessageContaining("f16, bf16, f32 and f64");
        assertThatThrownBy(() -> add(Tensor.zeros(DType.BOOL), Tensor.zeros(DType.BOOL)))
                .hasMessageContaining("numbers");
        assertThatThrownBy(() -> add(ints, Tensor.zeros(DType.I32, 3))).isInstanceOf(ShapeMismatchException.class);
        assertThatThrownBy(() -> Eager.scalar("add", "y", 0.5, ints))
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageStartingWith(
                        "[GK-6013] number is out of range for the dtype: add: y is 0.5, which i32 cannot represent");
        assertThatThrownBy(() -> Eager.scalar("add", "y", 1L << 40, ints)).hasMessageContaining("GK-6013");
        assertThat(Eager.elementCount(ints, new int[0]).getLong()).isEqualTo(ints.elementCount());
        assertThat(Eager.elementCount(Tensor.empty(DType.F64, 3, 4), new int[] {1})
                        .getDouble())
                .isEqualTo(4);
        assertThatThrownBy(() -> add(null, Eager.scalar("add", "y", 1, null))).hasMessageContaining("add: tensor x");
    }

    @Test
    void randomNumbers_dependOnTheIndex() {
        Tensor index = Eager.rowMajorIndex(DType.I64, 2, 2);
        Tensor seed = Tensor.scalar(DType.I64, 100);
        Tensor seed2 = Tensor.scalar(DType.I64, 1000);
        Tensor drawn = Eager.random("uniform", index, seed, seed2, (i, s, t) -> i + s + t);
        assertThat(drawn.dtype()).isEqualTo(DType.F32);
        assertThat(drawn.toFloatArray()).containsExactly(1100, 1101, 1102, 1103);
        assertThatThrownBy(() -> Eager.random("uniform", index, Tensor.scalar(1), seed2, (i, s, t) -> 0))
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageContaining("uniform does not support seed, which is f32[]");
    }

    @Test
    void broadcasts_addAxes() {
        Tensor x = Eager.reshape(Tensor.of(new float[] {1, 2}, 2), 2, 1, 1, 1, 1, 1, 1, 1, 1, 1);
        Tensor y = Eager.reshape(Tensor.of(new float[] {10, 20}, 2), 1, 1, 1, 1, 1, 1, 1, 1, 1, 2);
        Tensor joint = add(x, y);
        assertThat(joint.rank()).isEqualTo(10);
        assertThat(joint.toFloatArray()).containsExactly(11, 21, 12, 22);
        assertThatThrownBy(() -> Eager.reshape(x, new long[17])).isInstanceOf(ShapeMismatchException.class);
    }
}
