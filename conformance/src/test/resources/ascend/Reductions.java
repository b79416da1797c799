import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.ascend.EmulatedAscend;
import io.graphkernel.ascend.EmulatedAscend.Cost;
import io.graphkernel.runtime.Tensor;

/** Reductions of all elements and of axes between others; ends with an exception if anything is wrong. */
public final class Reductions {

    /** Number of cores of the emulation. */
    private static final int CORES = 8;

    @GraphKernel
    public static Tensor norm(@TensorType("f32[n, d]") Tensor x) {
        return sqrt(reduceSum(square(x)));
    }

    @GraphKernel
    public static Tensor distance(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor y) {
        return reduceMax(abs(sub(x, y)));
    }

    @GraphKernel
    public static Tensor softmaxOfColumns(@TensorType("f32[a, r, b]") Tensor x) {
        return softmax(x, 1);
    }

    @GraphKernel
    public static Tensor sumBetween(@TensorType("f32[a, r, b]") Tensor x) {
        return reduceSum(x, 1);
    }

    @GraphKernel
    public static Tensor sumAround(@TensorType("f32[a, r, b]") Tensor x) {
        return reduceSum(x, new int[] {0, 2}, false);
    }

    @GraphKernel
    public static Tensor weighted(@TensorType("f32[a, r, b]") Tensor x, @TensorType("f32[r, 1]") Tensor w, @TensorType("f32[a, 1, 1]") Tensor v) {
        Tensor y = mul(mul(x, w), v);
        return sub(y, reduceMean(y, 1, KEEP_DIMS));
    }

    public static void main(String[] arguments) {
        // The first kernel of a process makes the device's self-test run, too.
        ReductionsKernels.norm(Tensor.full(1, 1, 1)).device().synchronize();
        requireTraffic();
        int[][] shapes = {{1, 1, 1}, {1, 3, 5}, {2, 1, 7}, {3, 7, 1}, {1, 40, 300}, {3, 300, 33}, {2, 17, 64}, {1, 2000, 40}, {70, 3, 9}, {2, 3, 6_001}, {1, 300, 700}, {9, 250, 8}, {0, 3, 4}, {2, 0, 9}};
        for (int[] shape : shapes) {
            requireAll(shape[0], shape[1], shape[2]);
        }
    }

    private static void requireTraffic() {
        int n = 1024;
        int d = 1024;
        Tensor x = Tensor.full(0.5f, n, d);
        EmulatedAscend.forgetCosts();
        float norm = ReductionsKernels.norm(x).toFloatArray()[0];
        require(norm == 512, "the norm is " + norm);
        long bytes = EmulatedAscend.cost(Cost.BYTES_IN);
        require(bytes < 4L * n * d * 1.001, bytes + " bytes are read");
        double share = (double) EmulatedAscend.cost(Cost.BUSIEST_BYTES) / bytes;
        require(share * CORES < 1.02, "a core reads " + share + " of all bytes");
        double lanes = (double) EmulatedAscend.cost(Cost.LANES) / n / d;
        require(lanes < 2.2, lanes + " instructions an element");
        long copy = bytes / EmulatedAscend.cost(Cost.COPIES);
        require(copy > 16 << 10, copy + " bytes at a time");

        Tensor planes = Tensor.full(0.5f, 4, 64, 4096);
        EmulatedAscend.forgetCosts();
        ReductionsKernels.softmaxOfColumns(planes).device().synchronize();
        bytes = EmulatedAscend.cost(Cost.BYTES_IN) + EmulatedAscend.cost(Cost.BYTES_OUT);
        require(bytes == 2L * 4 * 4 * 64 * 4096, bytes + " bytes are moved by softmax");
    }

    private static void requireAll(int a, int r, int b) {
        float[] x = new float[a * r * b];
        for (int i = 0; i < x.length; i++) {
            x[i] = (i * 37 % 11 - 5) / 4f;
        }
        String what = "[" + a + ", " + r + ", " + b + "]: ";
        Tensor planes = Tensor.of(x, a, r, b);
        float[] softmax = ReductionsKernels.softmaxOfColumns(planes).toFloatArray();
        float[] between = ReductionsKernels.sumBetween(planes).toFloatArray();
        float[] around = ReductionsKernels.sumAround(planes).toFloatArray();
        float[] w = new float[r];
        float[] v = new float[a];
        for (int j = 0; j < r; j++) {
            w[j] = j % 3 - 1;
        }
        for (int i = 0; i < a; i++) {
            v[i] = i % 5 - 1;
        }
        float[] weighted = ReductionsKernels.weighted(planes, Tensor.of(w, r, 1), Tensor.of(v, a, 1, 1)).toFloatArray();
        double[] aroundExpected = new double[r];
        for (int i = 0; i < a; i++) {
            for (int k = 0; k < b; k++) {
                double sum = 0;
                double exp = 0;
                double mean = 0;
                for (int j = 0; j < r; j++) {
                    float e = x[(i * r + j) * b + k];
                    sum += e;
                    exp += Math.exp(e);
                    mean += (double) e * w[j] * v[i] / r;
                    aroundExpected[j] += e;
                }
                requireNear(between[i * b + k], sum, r, what + "sum");
                for (int j = 0; j < r; j++) {
                    int at = (i * r + j) * b + k;
                    requireNear(softmax[at], Math.exp(x[at]) / exp, 1, what + "softmax " + at);
                    requireNear(weighted[at], (double) x[at] * w[j] * v[i] - mean, 8, what + "weighted " + at);
                }
            }
        }
        for (int j = 0; j < r; j++) {
            requireNear(around[j], aroundExpected[j], a * b, what + "around " + j);
        }
        if (a * r * b > 0) {
            float[] y = new float[b];
            Tensor flat = Tensor.of(x, a * r, b);
            double square = 0;
            double most = 0;
            for (int i = 0; i < x.length; i++) {
                square += x[i] * x[i];
                most = Math.max(most, Math.abs(x[i]));
            }
            requireNear(ReductionsKernels.norm(flat).toFloatArray()[0], Math.sqrt(square), Math.sqrt(square), what + "norm");
            requireNear(ReductionsKernels.distance(flat, Tensor.of(y, b)).toFloatArray()[0], most, 1, what + "distance");
        }
    }

    private static void requireNear(float actual, double expected, double magnitude, String what) {
        require(Math.abs(actual - expected) <= 2e-6 * Math.max(1, magnitude), what + ": " + actual + ", not " + expected);
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
