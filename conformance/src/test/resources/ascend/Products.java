import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.ascend.EmulatedAscend;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import java.util.SplittableRandom;

/** Products with what is fused after them, and how calls of aclnn are prepared. */
public final class Products {

    private Products() {}

    @GraphKernel
    public static Tensor decayed(
            @TensorType("f32[n, d]") Tensor x, @TensorType("f32[d, m]") Tensor w, @TensorType("f32[m]") Tensor b) {
        return exp(neg(abs(add(matMul(x, w), b))));
    }

    @GraphKernel
    public static Tensor activated(
            @TensorType("f32[n, d]") Tensor x, @TensorType("f32[d, m]") Tensor w, @TensorType("f32[m]") Tensor b) {
        return geLU(add(matMul(x, w), b));
    }

    @GraphKernel
    public static Tensor turned(@TensorType("f32[d, n]") Tensor x, @TensorType("f32[m, d]") Tensor w) {
        return matMul(x, w, true, true);
    }

    @GraphKernel
    public static Tensor many(@TensorType("f32[b, n, d]") Tensor x, @TensorType("f32[b, d, m]") Tensor w) {
        return mul(batchMatMul(x, w), 2);
    }

    private static double[][] matrix(Tensor tensor, int columns) {
        float[] all = tensor.toFloatArray();
        double[][] rows = new double[all.length / columns][columns];
        for (int i = 0; i < all.length; i++) {
            rows[i / columns][i % columns] = all[i];
        }
        return rows;
    }

    private static Tensor random(SplittableRandom random, long... dims) {
        int count = 1;
        for (long dim : dims) {
            count *= (int) dim;
        }
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) random.nextDouble(-1, 1);
        }
        return Tensor.of(values, dims);
    }

    private static void check(String what, double actual, double expected) {
        if (!(Math.abs(actual - expected) <= 1e-5 * Math.max(1, Math.abs(expected)))) {
            throw new AssertionError(what + ": " + actual + " where " + expected + " is right");
        }
    }

    private static void check(String what, long actual, long expected) {
        if (actual != expected) {
            throw new AssertionError(what + ": " + actual + " where " + expected + " is right");
        }
    }

    /** A product of rows from an element on, so that its memory may begin anywhere. */
    private static void product(SplittableRandom random, int n, int d, int m, int skipped) {
        Tensor whole = random(random, n + skipped, d).to(Device.ascend(0));
        Tensor x = skipped == 0 ? whole : whole.slice(skipped, n + skipped);
        Tensor w = random(random, d, m).to(Device.ascend(0));
        Tensor b = random(random, m).to(Device.ascend(0));
        double[][] left = matrix(x, d);
        double[][] right = matrix(w, m);
        float[] bias = b.toFloatArray();
        double[][] decayed = matrix(ProductsKernels.decayed(x, w, b), m);
        double[][] activated = matrix(ProductsKernels.activated(x, w, b), m);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                double sum = bias[j];
                for (int k = 0; k < d; k++) {
                    sum += left[i][k] * right[k][j];
                }
                check("decayed " + n + " " + skipped, decayed[i][j], Math.exp(-Math.abs(sum)));
                double u = 0.7978845608028654 * (sum + 0.044715 * sum * sum * sum);
                check("activated " + n + " " + skipped, activated[i][j], 0.5 * sum * (1 + Math.tanh(u)));
            }
        }
    }

    private static void transposed(SplittableRandom random) {
        Tensor x = random(random, 6, 5);
        Tensor w = random(random, 7, 6);
        double[][] left = matrix(x, 5);
        double[][] right = matrix(w, 6);
        double[][] actual = matrix(ProductsKernels.turned(x, w), 7);
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 7; j++) {
                double sum = 0;
                for (int k = 0; k < 6; k++) {
                    sum += left[k][i] * right[j][k];
                }
                check("turned", actual[i][j], sum);
            }
        }
        Tensor cube = random(random, 3, 5, 6);
        Tensor others = random(random, 3, 6, 7);
        double[][] rows = matrix(cube, 6);
        double[][] columns = matrix(others, 7);
        double[][] products = matrix(ProductsKernels.many(cube, others), 7);
        for (int i = 0; i < 15; i++) {
            for (int j = 0; j < 7; j++) {
                double sum = 0;
                for (int k = 0; k < 6; k++) {
                    sum += rows[i][k] * columns[i / 5 * 6 + k][j];
                }
                check("many", products[i][j], 2 * sum);
            }
        }
    }

    public static void main(String[] arguments) {
        SplittableRandom random = new SplittableRandom(3);
        product(random, 9, 16, 24, 0);
        EmulatedAscend.executors();
        EmulatedAscend.opCalls();
        product(random, 9, 16, 24, 0);
        check("executors of a known shape", EmulatedAscend.executors(), 0);
        long calls = EmulatedAscend.opCalls();
        product(random, 9, 17, 24, 1);
        long executors = EmulatedAscend.executors();
        if (executors < calls) {
            throw new AssertionError(executors + " executors of another shape, for " + calls + " calls");
        }
        EmulatedAscend.neverRepeat(true);
        product(random, 5, 16, 8, 0);
        product(random, 5, 16, 8, 0);
        EmulatedAscend.neverRepeat(false);
        product(random, 1, 1, 1, 0);
        transposed(random);
        System.exit(0);
    }
}
