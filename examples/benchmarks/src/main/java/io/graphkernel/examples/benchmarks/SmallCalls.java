package io.graphkernel.examples.benchmarks;

import io.graphkernel.examples.benchmarks.TrafficLimit.Array;
import io.graphkernel.examples.benchmarks.TrafficLimit.Role;
import io.graphkernel.runtime.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Calls of the seed graph on small tensors, by each overload of its stub. */
final class SmallCalls implements AutoCloseable {
    static final int SIZE = 4;

    private final Tensor x = Data.uniform(1, -2, 2, SIZE, SIZE);
    private final Tensor y = Data.uniform(2, -2, 2, SIZE, SIZE);
    private final Tensor out = Data.uniform(3, 0, 0, SIZE, SIZE);
    private final float[] first = new float[SIZE * SIZE];
    private final float[] second = new float[SIZE * SIZE];
    private final float[] target = new float[SIZE * SIZE];

    /** Returns the calls by name. */
    Map<String, Runnable> all() {
        Map<String, Runnable> calls = new LinkedHashMap<>();
        calls.put("result argument", () -> BenchmarkOpsKernels.seedGraph(x, y, out));
        calls.put("float[]", () -> BenchmarkOpsKernels.seedGraph(first, second, target));
        calls.put("allocating", () -> BenchmarkOpsKernels.seedGraph(x, y).close());
        return calls;
    }

    List<Array> traffic() {
        return List.of(Array.of(x, Role.READ), Array.of(y, Role.READ), Array.of(out, Role.WRITE));
    }

    @Override
    public void close() {
        List.of(x, y, out).forEach(Tensor::close);
    }
}
