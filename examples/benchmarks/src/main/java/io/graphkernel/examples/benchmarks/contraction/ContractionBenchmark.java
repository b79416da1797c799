package io.graphkernel.examples.benchmarks.contraction;

import io.graphkernel.examples.benchmarks.ChildProcess;
import io.graphkernel.examples.benchmarks.Data;
import io.graphkernel.examples.benchmarks.Harness;
import io.graphkernel.examples.benchmarks.Harness.Contestant;
import io.graphkernel.examples.benchmarks.TrafficLimit;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Time of a few rows by a matrix as a fused loop, as a library call, and of reading the matrix.
 *
 * <p>Prints the tables of docs/bench/contractions.md. Arguments are the numbers of threads, each of which is measured in
 * its own process; the default is one and two.
 */
public final class ContractionBenchmark {
    private static final int ROUNDS = 9;
    private static final long WARM_UP_NANOSECONDS = 20_000_000;
    private static final long SLOT_NANOSECONDS = 60_000_000;
    private static final long TERMS = 4096;
    private static final long[] RESULTS = {4096, 11008};

    private ContractionBenchmark() {}

    /** A matmul in two forms. */
    private record Work(String name, Tensor matrix, int elementBytes, Runnable loop, Runnable call) {}

    /**
     * Prints the tables.
     *
     * @param arguments numbers of threads
     */
    public static void main(String[] arguments) throws Exception {
        ChildProcess.runPerThreadCount(ContractionBenchmark.class, arguments, ContractionBenchmark::measure);
    }

    private static void measure(int threads) {
        KernelThreads.setCount(threads);
        Harness harness = new Harness(ROUNDS, WARM_UP_NANOSECONDS, SLOT_NANOSECONDS, threads);
        TrafficLimit limit = new TrafficLimit(threads);
        System.out.println("| matmul, " + threads
                + " threads | loop ms | library ms | reading ms | loop / library | reading / loop |");
        System.out.println("|---|---:|---:|---:|---:|---:|");
        for (long results : RESULTS) {
            for (boolean several : new boolean[] {false, true}) {
                measure(harness, limit, results, several);
            }
        }
    }

    private static void measure(Harness harness, TrafficLimit limit, long results, boolean several) {
        long rows = several ? 4 : 1;
        try (Tensor x = Data.uniform(1, -1, 1, rows, TERMS);
                Tensor w = Data.uniform(2, -1, 1, results, TERMS);
                Tensor v = Data.uniform(2, -1, 1, TERMS, results);
                Tensor scale = Data.uniform(3, 0, 1, results, 1);
                Tensor narrowX = Ops.cast(x, DType.BF16);
                Tensor narrow = Ops.cast(w, DType.BF16);
                Tensor quantized = Ops.cast(Ops.mul(w, 127f), DType.I8);
                Tensor out = Tensor.empty(rows, results);
                Tensor narrowOut = Tensor.empty(DType.BF16, rows, results)) {
            List<Work> works = new ArrayList<>();
            works.add(new Work(
                    "f32 [n, k]",
                    w,
                    Float.BYTES,
                    several ? () -> ContractionOpsKernels.rows(x, w, out) : () -> ContractionOpsKernels.row(x, w, out),
                    several
                            ? () -> ContractionOpsKernels.rowsCall(x, w, out)
                            : () -> ContractionOpsKernels.rowCall(x, w, out)));
            works.add(new Work(
                    "f32 [k, n]",
                    v,
                    Float.BYTES,
                    several
                            ? () -> ContractionOpsKernels.columns(x, v, out)
                            : () -> ContractionOpsKernels.column(x, v, out),
                    several
                            ? () -> ContractionOpsKernels.columnsCall(x, v, out)
                            : () -> ContractionOpsKernels.columnCall(x, v, out)));
            works.add(new Work(
                    "bf16 [n, k]",
                    narrow,
                    Short.BYTES,
                    several
                            ? () -> ContractionOpsKernels.halfRows(narrowX, narrow, narrowOut)
                            : () -> ContractionOpsKernels.halfRow(narrowX, narrow, narrowOut),
                    several
                            ? () -> ContractionOpsKernels.halfRowsCall(narrowX, narrow, narrowOut)
                            : () -> ContractionOpsKernels.halfRowCall(narrowX, narrow, narrowOut)));
            works.add(new Work(
                    "i8 [n, k]",
                    quantized,
                    Byte.BYTES,
                    several
                            ? () -> ContractionOpsKernels.quantizedRows(x, quantized, scale, out)
                            : () -> ContractionOpsKernels.quantizedRow(x, quantized, scale, out),
                    several
                            ? () -> ContractionOpsKernels.quantizedRowsCall(x, quantized, scale, out)
                            : () -> ContractionOpsKernels.quantizedRowCall(x, quantized, scale, out)));
            for (Work work : works) {
                print(rows + " × " + work.name() + ", n = " + results, work, harness, limit);
            }
        }
    }

    private static void print(String name, Work work, Harness harness, TrafficLimit limit) {
        long bytes = work.matrix().elementCount() * work.elementBytes();
        List<Contestant> contestants =
                new ArrayList<>(List.of(new Contestant("loop", work.loop()), new Contestant("library", work.call())));
        limit.contestants(List.of(
                        new TrafficLimit.Array(work.matrix().pointer().address(), bytes, TrafficLimit.Role.READ)))
                .forEach(reading -> contestants.add(new Contestant("reading", reading.call())));
        Map<String, Harness.Times> times = harness.measureRounds(contestants);
        System.out.printf(
                Locale.ROOT,
                "| %s | %.2f | %.2f | %.2f | %.2f | %.2f |%n",
                name,
                times.get("loop").best() / 1e6,
                times.get("library").best() / 1e6,
                times.get("reading").best() / 1e6,
                times.get("loop").over(times.get("library")),
                times.get("reading").over(times.get("loop")));
    }
}
