import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import java.util.Arrays;

/** Scans of axes before others; ends with an exception if anything is wrong. */
public final class Scans {

    @GraphKernel
    public static Tensor sums(@TensorType("f32[a, r, b]") Tensor x) {
        return cumSum(mul(x, 2), 1, false, false);
    }

    @GraphKernel
    public static Tensor sumsBefore(@TensorType("f32[a, r, b]") Tensor x, @TensorType("f32[b]") Tensor y) {
        return add(cumSum(x, 1, true, true), y);
    }

    @GraphKernel
    public static Tensor products(@TensorType("i32[r, b]") Tensor x) {
        return cumProd(x, 0, false, true);
    }

    @GraphKernel
    public static Tensor sumsOfRow(@TensorType("f32[r, b]") Tensor x, @TensorType("f32[r, 1]") Tensor y) {
        return add(cumSum(mul(x, 2), 1, false, false), y);
    }

    @GraphKernel
    public static Tensor sumsOfRowBefore(@TensorType("f16[r, b]") Tensor x) {
        return cumSum(x, -1, true, true);
    }

    @GraphKernel
    public static Tensor productsOfRow(@TensorType("f32[r, b]") Tensor x, @TensorType("f32[b]") Tensor y) {
        return mul(cumProd(x, -1, true, false), y);
    }

    @GraphKernel
    public static Tensor productsOfRowBackwards(@TensorType("f32[b]") Tensor x) {
        return cumProd(x, -1, false, true);
    }

    public static void main(String[] arguments) {
        int[][] shapes = {{1, 1, 1}, {1, 3, 5}, {2, 1, 7}, {3, 7, 1}, {1, 40, 300}, {2, 300, 33}, {1, 2000, 40}, {70, 3, 9}, {1, 300, 700}, {0, 3, 4}, {2, 0, 9}};
        for (int[] shape : shapes) {
            requireAll(shape[0], shape[1], shape[2]);
            requireRows(shape[1], shape[2]);
        }
        requireRows(2, 20_001);
        requireRows(300, 1);
        requireRows(9, 64);
        requireRows(9, 129);
    }

    private static void requireRows(int r, int b) {
        float[] x = new float[r * b];
        float[] signs = new float[r * b];
        float[] halves = new float[r * b];
        float[] y = new float[r];
        float[] z = new float[b];
        for (int i = 0; i < x.length; i++) {
            x[i] = i * 37 % 11 - 5;
            signs[i] = i * 7 % 5 < 2 ? -1 : 1;
            halves[i] = i % 3 - 1;
        }
        for (int j = 0; j < r; j++) {
            y[j] = j;
        }
        for (int k = 0; k < b; k++) {
            z[k] = k;
        }
        String what = "[" + r + ", " + b + "]: ";
        float[] sums = ScansKernels.sumsOfRow(Tensor.of(x, r, b), Tensor.of(y, r, 1)).toFloatArray();
        float[] before = ScansKernels.sumsOfRowBefore(Tensor.of(DType.F16, halves, r, b)).toFloatArray();
        float[] products = ScansKernels.productsOfRow(Tensor.of(signs, r, b), Tensor.of(z, b)).toFloatArray();
        for (int j = 0; j < r; j++) {
            float sum = j;
            float product = 1;
            float rest = 0;
            for (int k = 0; k < b; k++) {
                int at = j * b + k;
                sum += 2 * x[at];
                require(sums[at] == sum, what + "sum " + at + " is " + sums[at] + ", not " + sum);
                require(products[at] == product * k, what + "product " + at + " is " + products[at]);
                product *= signs[at];
            }
            for (int k = b - 1; k >= 0; k--) {
                require(before[j * b + k] == rest, what + "sum before " + (j * b + k) + " is " + before[j * b + k] + ", not " + rest);
                rest += halves[j * b + k];
            }
        }
        if (r > 0) {
            float[] row = Arrays.copyOf(signs, b);
            float[] back = ScansKernels.productsOfRowBackwards(Tensor.of(row, b)).toFloatArray();
            float product = 1;
            for (int k = b - 1; k >= 0; k--) {
                product *= row[k];
                require(back[k] == product, what + "product backwards " + k + " is " + back[k]);
            }
        }
    }

    private static void requireAll(int a, int r, int b) {
        float[] x = new float[a * r * b];
        int[] whole = new int[r * b];
        float[] y = new float[b];
        for (int i = 0; i < x.length; i++) {
            x[i] = i * 37 % 11 - 5;
        }
        for (int i = 0; i < whole.length; i++) {
            whole[i] = i % 3 - 1 | 1;
        }
        for (int k = 0; k < b; k++) {
            y[k] = k;
        }
        String what = "[" + a + ", " + r + ", " + b + "]: ";
        float[] sums = ScansKernels.sums(Tensor.of(x, a, r, b)).toFloatArray();
        float[] before = ScansKernels.sumsBefore(Tensor.of(x, a, r, b), Tensor.of(y, b)).toFloatArray();
        int[] products = ScansKernels.products(Tensor.of(whole, r, b)).toIntArray();
        for (int i = 0; i < a; i++) {
            for (int k = 0; k < b; k++) {
                float sum = 0;
                for (int j = 0; j < r; j++) {
                    sum += 2 * x[(i * r + j) * b + k];
                    require(sums[(i * r + j) * b + k] == sum, what + "sum");
                }
                float rest = k;
                int product = 1;
                for (int j = r - 1; j >= 0; j--) {
                    require(before[(i * r + j) * b + k] == rest, what + "sum before");
                    rest += x[(i * r + j) * b + k];
                    product *= whole[j * b + k];
                    require(products[j * b + k] == product, what + "product");
                }
            }
        }
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
