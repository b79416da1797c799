package training;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.Random;

/** Compares losses in chunks of rows with plain Java, for one chunk, and for two that share a row. */
public final class ChunkedLossesProgram {

    private static final int[][] SIZES = {{5, 8, 11}, {1, 3, 40}, {0, 4, 7}, {65, 3, 64600}};

    private ChunkedLossesProgram() {}

    public static void main(String[] arguments) {
        for (int[] size : SIZES) {
            try (TensorScope scope = TensorScope.open()) {
                compare(size[0], size[1], size[2]);
            }
        }
    }

    private static void compare(int n, int k, int v) {
        Random random = new Random(n + k + v);
        Tensor x = tensor(random, n, k);
        Tensor w = tensor(random, v, k);
        Tensor columns = tensor(random, k, v);
        Tensor bias = tensor(random, v);
        float[] numbers = new float[v];
        for (int i = 0; i < v; i++) {
            numbers[i] = i % 3;
        }
        Tensor weights = Tensor.of(numbers, v);
        int[] classes = new int[n];
        for (int i = 0; i < n; i++) {
            classes[i] = i == 0 ? 1 : random.nextInt(v);
        }
        Tensor labels = Tensor.of(classes, n);
        Device device = Device.defaultDevice();
        String size = n + ", " + k + ", " + v;

        var sparse = ChunkedLosses.sparse(x, w, labels);
        var actual = ChunkedLossesKernels.sparse(x.to(device), w.to(device), labels.to(device));
        near(size + " loss", actual.loss(), sparse.loss());
        near(size + " dx", actual.x(), sparse.x());
        near(size + " dw", actual.w(), sparse.w());
        Tensor value = ChunkedLossesKernels.value(x.to(device), w.to(device), labels.to(device));
        near(size + " value", value, sparse.loss());

        var smoothed = ChunkedLosses.smoothed(x, columns, bias, labels);
        var smooth = ChunkedLossesKernels.smoothed(
                x.to(device), columns.to(device), bias.to(device), labels.to(device));
        near(size + " smoothed loss", smooth.loss(), smoothed.loss());
        near(size + " smoothed dx", smooth.x(), smoothed.x());
        near(size + " smoothed dw", smooth.w(), smoothed.w());
        near(size + " smoothed dbias", smooth.bias(), smoothed.bias());

        var weighted = ChunkedLosses.weighted(x, w, weights, labels);
        var weigh = ChunkedLossesKernels.weighted(x.to(device), w.to(device), weights.to(device), labels.to(device));
        near(size + " weighted loss", weigh.loss(), weighted.loss());
        near(size + " weighted dx", weigh.x(), weighted.x());
        near(size + " weighted dw", weigh.w(), weighted.w());
    }

    private static Tensor tensor(Random random, int... dims) {
        long[] shape = new long[dims.length];
        int count = 1;
        for (int i = 0; i < dims.length; i++) {
            shape[i] = dims[i];
            count *= dims[i];
        }
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) random.nextGaussian() * 0.5f;
        }
        return Tensor.of(values, shape);
    }

    private static void near(String what, Tensor actual, Tensor expected) {
        float[] a = actual.to(Device.cpu()).toFloatArray();
        float[] e = expected.toFloatArray();
        double largest = 0;
        for (float value : e) {
            largest = Math.max(largest, Math.abs(value));
        }
        for (int i = 0; i < e.length; i++) {
            boolean near = Float.isNaN(e[i]) ? Float.isNaN(a[i]) : Math.abs(a[i] - e[i]) <= 2e-5 * largest;
            if (!near) {
                throw new AssertionError(what + ": element " + i + " is " + a[i] + ", not " + e[i]);
            }
        }
    }
}
