package io.graphkernel.examples.benchmarks.order;

import io.graphkernel.examples.benchmarks.ChildProcess;
import io.graphkernel.examples.benchmarks.Data;
import io.graphkernel.examples.benchmarks.Harness;
import io.graphkernel.examples.benchmarks.Harness.Contestant;
import io.graphkernel.examples.benchmarks.Harness.Times;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.global.torch;

/**
 * Time of {@code sort} and {@code topK}, relative to {@link Arrays#parallelSort(float[])} of copies of the rows, and to
 * PyTorch's functions of the same names.
 *
 * <p>Prints a table of docs/bench/vocabulary.md. Arguments are the numbers of threads, each of which is measured in its own
 * process; the default is one and two. With one thread the JDK sorts by {@link Arrays#sort(float[])}.
 */
public final class SortBenchmark {
    private static final int ROUNDS = 5;
    private static final long WARM_UP_NANOSECONDS = 50_000_000;
    private static final long SLOT_NANOSECONDS = 100_000_000;
    private static final int[][] SHAPES = {{1, 1 << 20}, {64, 16384}, {4096, 256}};
    private static final int LARGEST = 8;

    private SortBenchmark() {}

    /**
     * Prints the table.
     *
     * @param arguments numbers of threads
     */
    public static void main(String[] arguments) throws Exception {
        ChildProcess.runPerThreadCount(SortBenchmark.class, arguments, SortBenchmark::measure);
    }

    private static void measure(int threads) {
        KernelThreads.setCount(threads);
        Harness harness = new Harness(ROUNDS, WARM_UP_NANOSECONDS, SLOT_NANOSECONDS, threads);
        torch.set_num_threads(threads);
        System.out.println("| shape, " + threads + " threads | sort ms | topK ms | JDK ms | sort / JDK | topK / JDK"
                + " | sort / PyTorch | topK / PyTorch |");
        System.out.println("|---|---:|---:|---:|---:|---:|---:|---:|");
        for (int[] shape : SHAPES) {
            measure(harness, threads, shape[0], shape[1]);
        }
    }

    private static void measure(Harness harness, int threads, int rows, int columns) {
        try (Tensor x = Data.uniform(1, -1, 1, rows, columns);
                Tensor sorted = Tensor.empty(rows, columns);
                Tensor largest = Tensor.empty(rows, LARGEST)) {
            float[] elements = x.toFloatArray();
            float[] copy = new float[elements.length];
            org.bytedeco.pytorch.Tensor theirs = torch.tensor(elements).reshape(rows, columns);
            Map<String, Times> times = harness.measureRounds(List.of(
                    new Contestant("sort", () -> SortedRowOpsKernels.sorted(x, sorted)),
                    new Contestant("topK", () -> SortedRowOpsKernels.largest(x, largest)),
                    new Contestant("JDK", () -> {
                        System.arraycopy(elements, 0, copy, 0, copy.length);
                        for (int row = 0; row < rows; row++) {
                            sort(copy, row * columns, (row + 1) * columns, threads);
                        }
                    }),
                    new Contestant("PyTorch sort", () -> {
                        try (PointerScope scope = new PointerScope()) {
                            theirs.sort(1, false);
                        }
                    }),
                    new Contestant("PyTorch topk", () -> {
                        try (PointerScope scope = new PointerScope()) {
                            theirs.topk(LARGEST, 1, true, true);
                        }
                    })));
            System.out.printf(
                    Locale.ROOT,
                    "| [%d, %d] | %.1f | %.1f | %.1f | %.2f | %.2f | %.2f | %.2f |%n",
                    rows,
                    columns,
                    times.get("sort").best() / 1e6,
                    times.get("topK").best() / 1e6,
                    times.get("JDK").best() / 1e6,
                    times.get("sort").over(times.get("JDK")),
                    times.get("topK").over(times.get("JDK")),
                    times.get("sort").over(times.get("PyTorch sort")),
                    times.get("topK").over(times.get("PyTorch topk")));
        }
    }

    private static void sort(float[] elements, int from, int to, int threads) {
        if (threads == 1) {
            Arrays.sort(elements, from, to);
        } else {
            Arrays.parallelSort(elements, from, to);
        }
    }
}
