package training;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Compares losses in chunks of rows with float64, for one chunk, and for two that share a row. */
public final class ChunkedLossesProgram {

    private static final int[][] SMALL = {{5, 8, 11}, {1, 3, 40}, {0, 4, 7}, {9, 4, 9}};

    /** Two chunks of 513 rows: the second begins with the last row of the first. */
    private static final int[] LARGE = {1025, 3, 4096};

    private static final double SMOOTHING = 0.1;
    private static final int IGNORED = 2;

    private final String size;
    private final int n;
    private final int k;
    private final int v;
    private final float[] x;
    private final float[] w;
    private final float[] bias;
    private final float[] weights;
    private final int[] labels;

    private ChunkedLossesProgram(int... size) {
        n = size[0];
        k = size[1];
        v = size[2];
        this.size = n + ", " + k + ", " + v;
        Random random = new Random(n + k + v);
        x = numbers(random, n * k);
        w = numbers(random, v * k);
        bias = numbers(random, v);
        weights = new float[v];
        for (int i = 0; i < v; i++) {
            weights[i] = i % 3;
        }
        labels = new int[n];
        for (int i = 0; i < n; i++) {
            labels[i] = i == 0 ? 1 : random.nextInt(v);
        }
    }

    /** Runs all losses, only one large loss with the argument {@code vocabulary}, or compares threads. */
    public static void main(String[] arguments) {
        try (TensorScope scope = TensorScope.open()) {
            if (arguments[0].equals("threads")) {
                new ChunkedLossesProgram(LARGE).compareThreads();
                return;
            }
            for (int[] size : SMALL) {
                new ChunkedLossesProgram(size).compareAll();
            }
            ChunkedLossesProgram large = new ChunkedLossesProgram(LARGE);
            check("vocabulary", large.vocabulary(), large.oracle(null, 0, null));
            if (arguments[0].equals("all")) {
                large.compareAll();
            }
        }
    }

    private void compareAll() {
        Oracle sparse = oracle(null, 0, null);
        check(size + " sparse", ChunkedLossesKernels.sparse(tensor(x, n, k), tensor(w, v, k), classes()), sparse);
        near(
                size + " value",
                ChunkedLossesKernels.value(tensor(x, n, k), tensor(w, v, k), classes()),
                new double[] {sparse.loss});
        check(size + " weighted", weighted(), oracle(null, 0, weights));
        float[] used = new float[v];
        Arrays.fill(used, 1);
        used[IGNORED] = 0;
        check(
                size + " ignoring",
                ChunkedLossesKernels.ignoring(tensor(x, n, k), tensor(w, v, k), classes()),
                oracle(null, 0, used));
        check(
                size + " squared",
                ChunkedLossesKernels.squared(tensor(x, n, k), tensor(w, v, k), classes()),
                sparse.squared());
        var smoothed = smoothed();
        Oracle oracle = oracle(bias, SMOOTHING, null);
        near(size + " smoothed loss", smoothed.loss(), new double[] {oracle.loss});
        near(size + " smoothed dx", smoothed.x(), oracle.dx);
        double[] columns = new double[k * v];
        for (int i = 0; i < k * v; i++) {
            columns[i] = oracle.dw[i % v * k + i / v];
        }
        near(size + " smoothed dw", smoothed.w(), columns);
        near(size + " smoothed dbias", smoothed.bias(), oracle.dbias);
    }

    private void compareThreads() {
        List<float[]> expected = null;
        for (int threads = 1; threads <= 3; threads++) {
            KernelThreads.setCount(threads);
            List<float[]> results = new ArrayList<>();
            for (var gradients : List.of(vocabulary(), weighted())) {
                results.add(values(gradients.loss()));
                results.add(values(gradients.x()));
                results.add(values(gradients.w()));
            }
            var smoothed = smoothed();
            results.add(values(smoothed.w()));
            results.add(values(smoothed.bias()));
            for (int i = 0; expected != null && i < results.size(); i++) {
                if (!Arrays.equals(results.get(i), expected.get(i))) {
                    throw new AssertionError("result " + i + " has other bits for " + threads + " threads");
                }
            }
            expected = results;
        }
    }

    private ChunkedLosses.Gradients vocabulary() {
        return ChunkedLossesKernels.vocabulary(tensor(x, n, k), tensor(w, v, k), classes());
    }

    private ChunkedLosses.Gradients weighted() {
        return ChunkedLossesKernels.weighted(tensor(x, n, k), tensor(w, v, k), tensor(weights, v), classes());
    }

    private ChunkedLosses.WithBias smoothed() {
        float[] columns = new float[k * v];
        for (int i = 0; i < k * v; i++) {
            columns[i] = w[i % v * k + i / v];
        }
        return ChunkedLossesKernels.smoothed(tensor(x, n, k), tensor(columns, k, v), tensor(bias, v), classes());
    }

    private Tensor classes() {
        return Tensor.of(labels, n).to(Device.defaultDevice());
    }

    /** A loss and its gradients in float64. */
    private record Oracle(double loss, double[] dx, double[] dw, double[] dbias) {

        Oracle squared() {
            // A sum over no rows has no factor.
            double factor = Double.isNaN(loss) ? 1 : 2 * loss;
            return new Oracle(loss * loss, times(dx, factor), times(dw, factor), dbias);
        }

        private static double[] times(double[] values, double factor) {
            double[] products = values.clone();
            for (int i = 0; i < products.length; i++) {
                products[i] *= factor;
            }
            return products;
        }
    }

    private Oracle oracle(float[] added, double smoothing, float[] classWeights) {
        double total = 0;
        for (int i = 0; i < n; i++) {
            total += classWeights == null ? 1 : classWeights[labels[i]];
        }
        double loss = 0;
        double[] dx = new double[n * k];
        double[] dw = new double[v * k];
        double[] dbias = new double[v];
        double[] logits = new double[v];
        for (int i = 0; i < n; i++) {
            double share = (classWeights == null ? 1 : classWeights[labels[i]]) / total;
            double sum = 0;
            double mean = 0;
            for (int j = 0; j < v; j++) {
                logits[j] = added == null ? 0 : added[j];
                for (int l = 0; l < k; l++) {
                    logits[j] += (double) x[i * k + l] * w[j * k + l];
                }
                sum += Math.exp(logits[j]);
                mean += logits[j] / v;
            }
            double logarithm = Math.log(sum);
            loss += share * (logarithm - (1 - smoothing) * logits[labels[i]] - smoothing * mean);
            for (int j = 0; j < v; j++) {
                double target = (labels[i] == j ? 1 - smoothing : 0) + smoothing / v;
                double gradient = share * (Math.exp(logits[j]) / sum - target);
                dbias[j] += gradient;
                for (int l = 0; l < k; l++) {
                    dx[i * k + l] += gradient * w[j * k + l];
                    dw[j * k + l] += gradient * x[i * k + l];
                }
            }
        }
        return new Oracle(n == 0 ? Double.NaN : loss, dx, dw, dbias);
    }

    private static float[] numbers(Random random, int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) random.nextGaussian() * 0.5f;
        }
        return values;
    }

    private static Tensor tensor(float[] values, long... dims) {
        return Tensor.of(values, dims).to(Device.defaultDevice());
    }

    private static float[] values(Tensor tensor) {
        return tensor.to(Device.cpu()).toFloatArray();
    }

    private static void check(String loss, ChunkedLosses.Gradients actual, Oracle expected) {
        near(loss, actual.loss(), new double[] {expected.loss});
        near(loss + " dx", actual.x(), expected.dx);
        near(loss + " dw", actual.w(), expected.dw);
    }

    private static void near(String name, Tensor actual, double[] expected) {
        float[] a = values(actual);
        double largest = 0;
        for (double value : expected) {
            largest = Math.max(largest, Math.abs(value));
        }
        if (a.length != expected.length) {
            throw new AssertionError(name + " has " + a.length + " elements, not " + expected.length);
        }
        for (int i = 0; i < a.length; i++) {
            boolean near = Double.isNaN(expected[i])
                    ? Float.isNaN(a[i])
                    : Math.abs(a[i] - expected[i]) <= 2e-5 * largest;
            if (!near) {
                throw new AssertionError(name + ": element " + i + " is " + a[i] + ", not " + expected[i]);
            }
        }
    }
}
