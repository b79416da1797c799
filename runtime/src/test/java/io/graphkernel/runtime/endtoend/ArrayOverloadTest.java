package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.ClosedTensors;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.OverlapException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.generated.LaunchFrame;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stubs over arrays give the bits of the stubs over tensors, or the same refusals. */
@ExtendWith(ClosedTensors.class)
class ArrayOverloadTest {

    /** The last sizes are copied rather than pinned. */
    @ParameterizedTest
    @CsvSource({"4, 4", "1, 1", "3, 17", "0, 5", "5, 0", "100, 65", "300, 1024", "700, 1001"})
    void rankedForms_giveTheSameBits(int n, int d) {
        float[] x = random(n * d, 1);
        float[] y = random(n * d, 2);
        float[] gamma = random(d, 3);
        float[] beta = random(d, 4);
        float[] column = random(n, 5);
        Tensor xTensor = Tensor.of(x, n, d);
        Tensor yTensor = Tensor.of(y, n, d);
        Tensor gammaTensor = Tensor.of(gamma, d);
        Tensor betaTensor = Tensor.of(beta, d);

        float[] whole = new float[n * d];
        RowKernelsKernels.softmax(x, d, whole);
        same(whole, RowKernelsKernels.softmax(xTensor));
        ElementwiseKernelsKernels.flat(x, y, d, whole);
        same(whole, ElementwiseKernelsKernels.flat(xTensor, yTensor));
        FullKernelsKernels.clipByGlobalNorm(x, 3, d, whole);
        same(whole, FullKernelsKernels.clipByGlobalNorm(xTensor, 3));

        float[] row = new float[d];
        ColumnKernelsKernels.columnSum(x, d, row);
        same(row, ColumnKernelsKernels.columnSum(xTensor));
        float[] one = new float[1];
        FullKernelsKernels.sumOfSquares(x, d, one);
        same(one, FullKernelsKernels.sumOfSquares(xTensor));
        if (d == 0) {
            return;
        }
        RowKernelsKernels.layerNorm(x, gamma, beta, 1e-5f, whole);
        same(whole, RowKernelsKernels.layerNorm(xTensor, gammaTensor, betaTensor, 1e-5f));
        ColumnKernelsKernels.batchNorm(x, gamma, beta, 1e-5f, whole);
        same(whole, ColumnKernelsKernels.batchNorm(xTensor, gammaTensor, betaTensor, 1e-5f));
        float[] sum = new float[n * d];
        RowKernelsKernels.addLayerNorm(x, y, gamma, beta, 1e-5f, whole, sum);
        RowKernels.NormalisedAndSum both =
                RowKernelsKernels.addLayerNorm(xTensor, yTensor, gammaTensor, betaTensor, 1e-5f);
        same(whole, both.normalized());
        same(sum, both.sum());
        float[] squares = new float[d];
        ColumnKernelsKernels.moments(x, gamma, row, squares);
        ColumnKernels.Moments moments = ColumnKernelsKernels.moments(xTensor, gammaTensor);
        same(row, moments.sum());
        same(squares, moments.squares());
        float[] values = new float[n * d];
        ElementwiseKernelsKernels.everyBroadcast(x, gamma, column, beta, new float[] {2}, new float[] {3}, values);
        same(
                values,
                ElementwiseKernelsKernels.everyBroadcast(
                        xTensor,
                        gammaTensor,
                        Tensor.of(column, n, 1),
                        Tensor.of(beta, 1, d),
                        Tensor.scalar(2),
                        Tensor.full(3, 1, 1)));
    }

    @ParameterizedTest
    @CsvSource({"1", "17", "1000", "300000"})
    void unrankedForms_takeVectorsAndBroadcastSingleElements(int length) {
        float[] x = random(length, 1);
        float[] y = random(length, 2);
        float[] single = {0.75f};
        float[] out = new float[length];
        Tensor xTensor = Tensor.of(x, length);
        Tensor yTensor = Tensor.of(y, length);
        Tensor singleTensor = Tensor.of(single, 1);
        UnrankedKernelsKernels.ternary(x, y, x, out);
        same(out, UnrankedKernelsKernels.ternary(xTensor, yTensor, xTensor));
        UnrankedKernelsKernels.ternary(x, single, y, out);
        same(out, UnrankedKernelsKernels.ternary(xTensor, singleTensor, yTensor));
        UnrankedKernelsKernels.unfused(x, y, single, out);
        same(out, UnrankedKernelsKernels.unfused(xTensor, yTensor, singleTensor));
        UnrankedKernelsKernels.scaled(x, y, single, 0.5f, out);
        same(out, UnrankedKernelsKernels.scaled(xTensor, yTensor, Tensor.scalar(0.75f), 0.5f));
        float[] doubled = new float[1];
        UnrankedKernelsKernels.jointAndScalar(x, single, out, doubled);
        assertThat(doubled).containsExactly(1.5f);
        same(
                out,
                UnrankedKernelsKernels.jointAndScalar(xTensor, Tensor.scalar(0.75f))
                        .joint());
    }

    @ParameterizedTest
    @CsvSource({"3, 5", "300, 1024"})
    void updatedArrays_areWrittenBack(int n, int d) {
        float[] total = random(n * d, 1);
        float[] x = random(n * d, 2);
        Tensor totalTensor = Tensor.of(total, n, d);
        float[] out = new float[n * d];
        UpdateKernelsKernels.accumulate(total, x, d, out);
        same(out, UpdateKernelsKernels.accumulate(totalTensor, Tensor.of(x, n, d)));
        same(total, totalTensor);

        float[] mean = random(d, 3);
        Tensor meanTensor = Tensor.of(mean, d);
        UpdateKernelsKernels.running(mean, x, 0.9f, out);
        same(out, UpdateKernelsKernels.running(meanTensor, Tensor.of(x, n, d), 0.9f));
        same(mean, meanTensor);
    }

    @ParameterizedTest
    @CsvSource({"3, 5", "300, 1024"})
    void oneArray_mayStandForSeveralOperandsAndAResult(int n, int d) {
        float[] x = random(n * d, 1);
        Tensor xTensor = Tensor.of(x, n, d);
        float[] expected = ElementwiseKernelsKernels.flat(xTensor, xTensor).toFloatArray();
        ElementwiseKernelsKernels.flat(x, x, d, x);
        assertThat(x).isEqualTo(expected);
        float[] softmax = RowKernelsKernels.softmax(Tensor.of(x, n, d)).toFloatArray();
        RowKernelsKernels.softmax(x, d, x);
        assertThat(x).isEqualTo(softmax);
    }

    @Test
    void wrongArrays_areNamed() {
        float[] twelve = new float[12];
        float[] four = new float[4];
        assertThatThrownBy(() -> RowKernelsKernels.layerNorm(null, four, four, 1, twelve))
                .isInstanceOf(NullTensorException.class)
                .hasMessageContainingAll("[GK-6001]", "layerNorm", "array x");
        assertThatThrownBy(() -> RowKernelsKernels.layerNorm(twelve, four, four, 1, (float[]) null))
                .isInstanceOf(NullTensorException.class)
                .hasMessageContainingAll("[GK-6001]", "layerNorm", "array out");
        assertThatThrownBy(() -> RowKernelsKernels.layerNorm(twelve, four, new float[5], 1, twelve))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContainingAll("[GK-6035]", "beta", "5", "4");
        assertThatThrownBy(() -> RowKernelsKernels.layerNorm(new float[13], four, four, 1, twelve))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContainingAll("[GK-6036]", "x", "13", "4", "; of these array gamma gives d\n");
        assertThatThrownBy(() -> RowKernelsKernels.softmax(twelve, 5, twelve))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContainingAll("[GK-6036]", "softmax", "x", "12", "5");
        assertThatThrownBy(() -> RowKernelsKernels.softmax(twelve, 0, twelve))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("[GK-6036]");
        assertThatThrownBy(() -> RowKernelsKernels.softmax(twelve, -4, twelve))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContainingAll("[GK-6045]", "softmax", "d is -4");
        assertThatThrownBy(() -> UnrankedKernelsKernels.scaled(twelve, twelve, new float[12], 1, twelve))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContainingAll("scaled", "scale", "12", "1");
        assertThatThrownBy(() -> UnrankedKernelsKernels.binary(twelve, new float[5], twelve))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContainingAll("[GK-6033]", "binary", "12", "5");
        assertThatThrownBy(() -> UnrankedKernelsKernels.binary(twelve, twelve, four))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContainingAll("[GK-6034]", "out", "4", "12");
        assertThatThrownBy(() -> RowKernelsKernels.layerNorm(twelve, four, four, 1, four))
                .isInstanceOf(ShapeMismatchException.class);
        assertThatThrownBy(() -> RowKernelsKernels.layerNorm(four, four, four, 1, four))
                .isInstanceOf(OverlapException.class)
                .hasMessageContainingAll("[GK-6050]", "out", "gamma");
        assertThatThrownBy(() -> UpdateKernelsKernels.exchange(twelve, twelve, 4))
                .isInstanceOf(OverlapException.class);
    }

    /** Dims whose product overflows to a length that fits would send the kernel far outside of the arrays. */
    @Test
    void dimsThatOverflow_areRejected() {
        long third = 6148914691236517208L;
        assertThat(3 * third).isEqualTo(8);
        float[] eight = new float[8];
        assertThatThrownBy(() -> RowKernelsKernels.lastOfThree(eight, new float[3], third, new float[3]))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContainingAll("[GK-6036]", "lastOfThree", "x");
        assertThatThrownBy(() -> RowKernelsKernels.lastTwoOfThree(eight, 3, third, eight))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("lastTwoOfThree");
        assertThatThrownBy(() -> RowKernelsKernels.softmax(new float[0], Long.MIN_VALUE, new float[0]))
                .isInstanceOf(ShapeMismatchException.class);
    }

    @Test
    void largeArrays_areNotPinned() {
        assertThat(LaunchFrame.pins(4L * 2 * 300 * 1024)).isFalse();
    }

    private static void same(float[] actual, Tensor expected) {
        assertThat(actual).isEqualTo(expected.toFloatArray());
    }

    private static float[] random(int count, int seed) {
        Random random = new Random(seed);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = random.nextFloat() * 4 - 2;
        }
        return values;
    }
}
