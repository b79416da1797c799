package io.graphkernel.examples.benchmarks.attention;

import io.graphkernel.examples.benchmarks.ChildProcess;
import io.graphkernel.examples.benchmarks.Data;
import io.graphkernel.examples.benchmarks.Harness;
import io.graphkernel.examples.benchmarks.Harness.Contestant;
import io.graphkernel.examples.benchmarks.TrafficLimit;
import io.graphkernel.examples.benchmarks.TrafficLimit.Array;
import io.graphkernel.examples.benchmarks.TrafficLimit.Role;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/**
 * Time of attention of few queries, relative to reading keys and values, and of prompts with masks and with score functions,
 * relative to the same without a mask.
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
        measurePrompt(harness, threads);
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
