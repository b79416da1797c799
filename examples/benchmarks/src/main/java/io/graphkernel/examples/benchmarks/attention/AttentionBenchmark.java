package io.graphkernel.examples.benchmarks.attention;

import io.graphkernel.examples.benchmarks.ChildProcess;
import io.graphkernel.examples.benchmarks.Data;
import io.graphkernel.examples.benchmarks.Harness;
import io.graphkernel.examples.benchmarks.Harness.Contestant;
import io.graphkernel.examples.benchmarks.TrafficLimit;
import io.graphkernel.examples.benchmarks.TrafficLimit.Array;
import io.graphkernel.examples.benchmarks.TrafficLimit.Role;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.RaggedBatch;
import io.graphkernel.runtime.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * Time of attention of few queries, relative to reading keys and values, also in f16 and i8; of prompts with masks and with
 * score functions, relative to the same without a mask; and of sequences of different lengths.
 *
 * <p>Prints the tables of docs/bench/attention.md. Arguments are the numbers of threads, each of which is measured in its own
 * process; the default is one and two.
 */
public final class AttentionBenchmark {
    private static final int ROUNDS = 9;
    private static final long WARM_UP_NANOSECONDS = 20_000_000;
    private static final long SLOT_NANOSECONDS = 60_000_000;
    private static final int HEADS = 12;
    private static final int SIZE = 64;
    private static final int KEYS = 4096;
    private static final int PROMPT = 2048;
    private static final int WINDOW = 256;
    private static final int[] LENGTHS =
            IntStream.range(0, 32).map(i -> 5 + 251 * i / 31).toArray();

    private AttentionBenchmark() {}

    /**
     * Prints the tables.
     *
     * @param arguments numbers of threads
     */
    public static void main(String[] arguments) throws Exception {
        ChildProcess.runPerThreadCount(AttentionBenchmark.class, arguments, AttentionBenchmark::measure);
    }

    private static void measure(int threads) {
        KernelThreads.setCount(threads);
        Harness harness = new Harness(ROUNDS, WARM_UP_NANOSECONDS, SLOT_NANOSECONDS, threads);
        System.out.println("| queries, " + threads + " threads | ms | traffic ms | traffic / time |");
        System.out.println("|---|---:|---:|---:|");
        for (int queries : new int[] {1, 4, 16, 64}) {
            measureQueries(harness, new TrafficLimit(threads), queries);
        }
        System.out.println();
        System.out.println("| keys and values, " + threads + " threads | queries | ms | time / f32 | traffic / time |");
        System.out.println("|---|---:|---:|---:|---:|");
        for (int queries : new int[] {1, 16, 64}) {
            measureStored(harness, new TrafficLimit(threads), queries);
        }
        measurePrompt(harness, threads);
        measureRagged(harness, threads);
    }

    /** Compares keys and values of f16 and i8 with f32, and with their conversion before the attention. */
    private static void measureStored(Harness harness, TrafficLimit limit, int queries) {
        try (Tensor query = Data.uniform(1, -1, 1, 1, HEADS, queries, SIZE);
                Tensor keys = Data.uniform(2, -1, 1, 1, HEADS, KEYS, SIZE);
                Tensor values = Data.uniform(3, -1, 1, 1, HEADS, KEYS, SIZE);
                Tensor keys16 = Ops.cast(keys, DType.F16);
                Tensor values16 = Ops.cast(values, DType.F16);
                Tensor keys8 = Ops.cast(Ops.mul(keys, 127), DType.I8);
                Tensor values8 = Ops.cast(Ops.mul(values, 127), DType.I8);
                Tensor scales = Data.uniform(4, 0, 0.01f, 1, HEADS, KEYS, 1);
                Tensor out = Tensor.empty(1, HEADS, queries, SIZE)) {
            Map<String, Array[]> reads = new LinkedHashMap<>();
            reads.put("f32", read(keys, values));
            reads.put("f16", read(keys16, values16));
            reads.put("f16, converted before", read(keys16, values16));
            reads.put("i8 with scales", read(keys8, values8));
            Map<String, Harness.Times> times = harness.measureRounds(List.of(
                    new Contestant("f32", () -> AttentionOpsKernels.all(query, keys, values, out)),
                    new Contestant("f16", () -> AttentionOpsKernels.stored16(query, keys16, values16, out)),
                    new Contestant(
                            "f16, converted before",
                            () -> AttentionOpsKernels.converted16(query, keys16, values16, out)),
                    new Contestant(
                            "i8 with scales",
                            () -> AttentionOpsKernels.stored8(query, keys8, values8, scales, scales, out))));
            for (Map.Entry<String, Array[]> read : reads.entrySet()) {
                Map<String, Harness.Times> traffic = harness.measureRounds(limit.contestants(List.of(read.getValue())));
                System.out.printf(
                        Locale.ROOT,
                        "| %s | %d | %.3f | %.2f | %.2f |%n",
                        read.getKey(),
                        queries,
                        times.get(read.getKey()).best() / 1e6,
                        times.get(read.getKey()).over(times.get("f32")),
                        TrafficLimit.fastest(traffic).best()
                                / times.get(read.getKey()).best());
            }
        }
    }

    private static Array[] read(Tensor keys, Tensor values) {
        return new Array[] {Array.of(keys, Role.READ), Array.of(values, Role.READ)};
    }

    /** Compares a ragged batch with a mask of all queries and keys, and with padding to the longest sequence. */
    private static void measureRagged(Harness harness, int threads) {
        int total = Arrays.stream(LENGTHS).sum();
        int longest = Arrays.stream(LENGTHS).max().getAsInt();
        try (Tensor query = Data.uniform(1, -1, 1, 1, HEADS, total, SIZE);
                Tensor keys = Data.uniform(2, -1, 1, 1, HEADS, total, SIZE);
                Tensor values = Data.uniform(3, -1, 1, 1, HEADS, total, SIZE);
                Tensor padded = Data.uniform(4, -1, 1, LENGTHS.length, HEADS, longest, SIZE);
                RaggedBatch batch = RaggedBatch.ofLengths(LENGTHS);
                Tensor ofQueries = Ops.reshape(batch.segments(), total, 1);
                Tensor ofKeys = Ops.reshape(batch.segments(), 1, total);
                Tensor out = Tensor.empty(1, HEADS, total, SIZE);
                Tensor paddedOut = Tensor.empty(LENGTHS.length, HEADS, longest, SIZE)) {
            Map<String, Harness.Times> times = harness.measureRounds(List.of(
                    new Contestant("ragged", () -> AttentionOpsKernels.ragged(query, keys, values, batch, out)),
                    new Contestant(
                            "mask of segments",
                            () -> AttentionOpsKernels.segments(query, keys, values, ofQueries, ofKeys, out)),
                    new Contestant(
                            "padded, without a mask",
                            () -> AttentionOpsKernels.all(padded, padded, padded, paddedOut))));
            System.out.println();
            System.out.println("| 32 sequences of 5 to 256, " + threads + " threads | ms | time / ragged |");
            System.out.println("|---|---:|---:|");
            times.forEach((name, time) -> System.out.printf(
                    Locale.ROOT, "| %s | %.2f | %.2f |%n", name, time.best() / 1e6, time.over(times.get("ragged"))));
        }
    }

    private static void measureQueries(Harness harness, TrafficLimit limit, int queries) {
        try (Tensor query = Data.uniform(1, -1, 1, 1, HEADS, queries, SIZE);
                Tensor keys = Data.uniform(2, -1, 1, 1, HEADS, KEYS, SIZE);
                Tensor values = Data.uniform(3, -1, 1, 1, HEADS, KEYS, SIZE);
                Tensor out = Tensor.empty(1, HEADS, queries, SIZE)) {
            List<Contestant> contestants = new ArrayList<>();
            contestants.add(new Contestant("attention", () -> AttentionOpsKernels.all(query, keys, values, out)));
            limit.contestants(
                            List.of(Array.of(keys, Role.READ), Array.of(values, Role.READ), Array.of(out, Role.WRITE)))
                    .forEach(contestants::add);
            Map<String, Harness.Times> times = harness.measureRounds(contestants);
            Harness.Times traffic = TrafficLimit.fastest(times);
            System.out.printf(
                    Locale.ROOT,
                    "| %d | %.3f | %.3f | %.2f |%n",
                    queries,
                    times.get("attention").best() / 1e6,
                    traffic.best() / 1e6,
                    traffic.over(times.get("attention")));
        }
    }

    private static void measurePrompt(Harness harness, int threads) {
        try (Tensor query = Data.uniform(1, -1, 1, 1, HEADS, PROMPT, SIZE);
                Tensor keys = Data.uniform(2, -1, 1, 1, HEADS, PROMPT, SIZE);
                Tensor values = Data.uniform(3, -1, 1, 1, HEADS, PROMPT, SIZE);
                Tensor zeros = mask(distance -> 0);
                Tensor causal = mask(distance -> distance < 0 ? Float.NEGATIVE_INFINITY : 0);
                Tensor window = mask(distance -> distance < 0 || distance >= WINDOW ? Float.NEGATIVE_INFINITY : 0);
                Tensor factors = Data.uniform(4, 0.5f, 1.5f, HEADS, 1, 1);
                Tensor out = Tensor.empty(1, HEADS, PROMPT, SIZE)) {
            Map<String, Harness.Times> times = harness.measureRounds(List.of(
                    new Contestant("none", () -> AttentionOpsKernels.all(query, keys, values, out)),
                    new Contestant("zeros", () -> AttentionOpsKernels.masked(query, keys, values, zeros, out)),
                    new Contestant("causal", () -> AttentionOpsKernels.masked(query, keys, values, causal, out)),
                    new Contestant("window", () -> AttentionOpsKernels.masked(query, keys, values, window, out)),
                    new Contestant("causal, function", () -> AttentionOpsKernels.causal(query, keys, values, out)),
                    new Contestant(
                            "causal, function of a soft cap",
                            () -> AttentionOpsKernels.softCap(query, keys, values, out)),
                    new Contestant(
                            "causal, function of a head's factor",
                            () -> AttentionOpsKernels.perHead(query, keys, values, factors, out)),
                    new Contestant(
                            "window, function", () -> AttentionOpsKernels.window(query, keys, values, WINDOW, out))));
            System.out.println();
            System.out.println(
                    "| mask of 2,048 queries and keys, " + threads + " threads | ms | time / without | time / mask |");
            System.out.println("|---|---:|---:|---:|");
            times.forEach((name, time) -> System.out.printf(
                    Locale.ROOT,
                    "| %s | %.1f | %.2f | %.2f |%n",
                    name,
                    time.best() / 1e6,
                    time.over(times.get("none")),
                    time.over(times.get(name.split(", function")[0]))));
        }
    }

    /** Returns a mask by the distance of a query from a key. */
    private static Tensor mask(DoubleUnaryOperator addend) {
        float[] elements = new float[PROMPT * PROMPT];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = (float) addend.applyAsDouble(i / PROMPT - i % PROMPT);
        }
        return Tensor.of(elements, PROMPT, PROMPT);
    }
}
