package io.graphkernel.runtime;

import static io.graphkernel.runtime.Elementwise.apply;
import static io.graphkernel.runtime.Elementwise.map;
import static io.graphkernel.runtime.Elementwise.mapDouble;
import static io.graphkernel.runtime.Elementwise.mapInt;
import static io.graphkernel.runtime.Elementwise.mapLong;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.GradientException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Element functions in eager mode, in every form that javac accepts without a cast. */
class ElementwiseTest {

    private TensorScope scope;
    private Tensor f;
    private Tensor d;
    private Tensor i;
    private Tensor l;
    private Tensor b;

    @BeforeEach
    void open() {
        scope = TensorScope.open();
        f = Tensor.of(new float[] {1, -2}, 2);
        d = Tensor.of(new double[] {1, -2}, 2);
        i = Tensor.of(new int[] {1, -2}, 2);
        l = Tensor.of(new long[] {1, -2}, 2);
        b = Tensor.of(new boolean[] {true, false}, 2);
    }

    @AfterEach
    void close() {
        scope.close();
    }

    static float twice(float x) {
        return 2 * x;
    }

    static double twiceDouble(double x) {
        return 2 * x;
    }

    static int twiceInt(int x) {
        return 2 * x;
    }

    static long twiceLong(long x) {
        return 2 * x;
    }

    static float sum(float x, float y) {
        return x + y;
    }

    static boolean isPositive(float x) {
        return x > 0;
    }

    static double mixed(float x, int n, boolean flag) {
        return flag ? x * n : -n;
    }

    @Test
    void lambdas_ofEveryDtype_needNoTypes() {
        assertThat(map(f, x -> x * 3).toFloatArray()).containsExactly(3, -6);
        assertThat(map(f, f, (x, y) -> x * y).toFloatArray()).containsExactly(1, 4);
        assertThat(map(f, f, f, (x, y, z) -> x * y + z).toFloatArray()).containsExactly(2, 2);
        assertThat(mapDouble(d, x -> x * 3).toDoubleArray()).containsExactly(3, -6);
        assertThat(mapDouble(d, d, (x, y) -> x * y).toDoubleArray()).containsExactly(1, 4);
        assertThat(mapDouble(d, d, d, (x, y, z) -> x * y + z).toDoubleArray()).containsExactly(2, 2);
        assertThat(mapInt(i, x -> x * 3).toIntArray()).containsExactly(3, -6);
        assertThat(mapInt(i, i, (x, y) -> x * y).toIntArray()).containsExactly(1, 4);
        assertThat(mapInt(i, i, i, (x, y, z) -> x * y + z).toIntArray()).containsExactly(2, 2);
        assertThat(mapLong(l, x -> x * 3).toLongArray()).containsExactly(3, -6);
        assertThat(mapLong(l, l, (x, y) -> x * y).toLongArray()).containsExactly(1, 4);
        assertThat(mapLong(l, l, l, (x, y, z) -> x * y + z).toLongArray()).containsExactly(2, 2);
    }

    @Test
    void typedLambdasAndReferences_ofEveryDtype_needNoCast() {
        assertThat(map(f, (float x) -> -x).toFloatArray()).containsExactly(-1, 2);
        assertThat(mapDouble(d, (double x) -> -x).toDoubleArray()).containsExactly(-1, 2);
        assertThat(mapInt(i, (int x) -> -x).toIntArray()).containsExactly(-1, 2);
        assertThat(mapLong(l, (long x) -> -x).toLongArray()).containsExactly(-1, 2);
        assertThat(map(f, ElementwiseTest::twice).toFloatArray()).containsExactly(2, -4);
        assertThat(map(f, f, ElementwiseTest::sum).toFloatArray()).containsExactly(2, -4);
        assertThat(mapDouble(d, ElementwiseTest::twiceDouble).toDoubleArray()).containsExactly(2, -4);
        assertThat(mapInt(i, ElementwiseTest::twiceInt).toIntArray()).containsExactly(2, -4);
        assertThat(mapLong(l, ElementwiseTest::twiceLong).toLongArray()).containsExactly(2, -4);
        assertThat(map(f, Math::abs).toFloatArray()).containsExactly(1, 2);
        assertThat(mapInt(i, i, Math::max).toIntArray()).containsExactly(1, -2);
    }

    @Test
    void functions_ofMixedTypes_haveTheDtypeOfTheirResult() {
        assertThat(apply(f, ElementwiseTest::isPositive).toBooleanArray()).containsExactly(true, false);
        assertThat(apply(f, i, b, ElementwiseTest::mixed).toDoubleArray()).containsExactly(1, 2);
        assertThat(apply(f, (Float x) -> x > 0).toBooleanArray()).containsExactly(true, false);
        assertThat(apply(f, d, (Float x, Double y) -> (int) (x + y)).toIntArray())
                .containsExactly(2, -4);
        assertThat(apply(b, l, (Boolean x, Long y) -> x ? y : 7L).toLongArray()).containsExactly(1, 7);
        assertThat(apply(Tensor.empty(0), ElementwiseTest::isPositive).dtype()).isEqualTo(DType.BOOL);
    }

    @Test
    void operands_broadcast() {
        Tensor column = Tensor.of(new float[] {10, 20}, 2, 1);
        Tensor result = map(column, f, (x, y) -> x + y);
        assertThat(result.dimensions()).containsExactly(2, 2);
        assertThat(result.toFloatArray()).containsExactly(11, 8, 21, 18);
        assertThatThrownBy(() -> map(f, Tensor.zeros(3), (x, y) -> x)).isInstanceOf(ShapeMismatchException.class);
    }

    @Test
    void operand_ofAnotherDtype_isRejected() {
        assertThatThrownBy(() -> map(d, x -> x)).isInstanceOf(DTypeMismatchException.class);
        assertThatThrownBy(() -> apply(d, ElementwiseTest::isPositive)).isInstanceOf(DTypeMismatchException.class);
        assertThatThrownBy(() -> apply(f, (Float x) -> "text")).isInstanceOf(DTypeMismatchException.class);
    }

    @Test
    void function_inALoss_isRejectedByName() {
        assertThatThrownBy(() -> Gradients.gradient(() -> Ops.reduceSum(map(f, ElementwiseTest::twice)), f))
                .isInstanceOf(GradientException.class)
                .hasMessageContaining("GK-6422")
                .hasMessageContaining("ElementwiseTest.twice");
        Tensor gradient = Gradients.gradient(
                () -> Ops.reduceSum(Ops.mul(f, map(Ops.stopGradient(f), ElementwiseTest::twice))), f);
        assertThat(gradient.toFloatArray()).containsExactly(2, -4);
    }

    record Parts(float fraction, int whole) {}

    record Texts(String text) {}

    @Test
    void record_hasAResultPerComponent() {
        Tensor x = Tensor.of(new float[] {1.25f, -2.5f}, 2);
        Tensor[] components = Elementwise.applyRecord(x, (Float a) -> new Parts(a - a.intValue(), a.intValue()));

        assertThat(components[0].toFloatArray()).containsExactly(0.25f, -0.5f);
        assertThat(components[1].toIntArray()).containsExactly(1, -2);
        assertThatThrownBy(() -> Elementwise.applyRecord(x, (Float a) -> new Texts("a")))
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageContaining("Texts with a String");
    }
}
