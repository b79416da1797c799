package io.graphkernel.examples.benchmarks;

import io.graphkernel.runtime.Tensor;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * CPU time of a call whose launches a stub contains as code, and of the same call as an interpreted plan. The kernels are as
 * small as possible: an addition or a multiplication, each reading the result of the one before.
 *
 * <p>Prints the table of docs/bench/plan-executors.md. The two take turns; a figure is a median over rounds.
 */
public final class PlanExecutorBenchmark {
    private static final List<Integer> LAUNCHES = List.of(1, 2, 4, 8, 16, 40);
    private static final List<Integer> SIDES = List.of(4, 64);
    private static final int ROUNDS = 15;
    private static final int WARM_UP_ROUNDS = 8;
    private static final long ROUND_NANOSECONDS = 40_000_000;
    private static final int CALLS_PER_CHECK = 500;
    private static final int INLINE = 1_000;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private PlanExecutorBenchmark() {}

    /**
     * Prints the table.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) throws Exception {
        System.out.println("| plan | size | inline ns | interpreted ns | difference ns | ratio |");
        System.out.println("|---|---|---:|---:|---:|---:|");
        List<String> methods = new ArrayList<>();
        LAUNCHES.forEach(count -> methods.add(chain(count)));
        methods.add(UNRANKED);
        methods.add(UNRANKED_CHAIN);
        methods.add(MATMUL);
        try (CompiledStub inline = new CompiledStub(INLINE, sources(methods));
                CompiledStub interpreted = new CompiledStub(0, sources(methods))) {
            for (int side : SIDES) {
                try (Tensor x = Data.uniform(1, -2, 2, side, side);
                        Tensor y = Data.uniform(2, -2, 2, side, side);
                        Tensor out = Data.uniform(3, 0, 0, side, side)) {
                    Map<String, Runnable> calls = calls(inline, x, y, out);
                    Map<String, Runnable> others = calls(interpreted, x, y, out);
                    for (String plan : calls.keySet()) {
                        compare(plan, side, calls.get(plan), others.get(plan));
                    }
                }
            }
        }
    }

    private static final String UNRANKED = """
                @GraphKernel
                public static Tensor unranked(Tensor x, Tensor y) {
                    return mul(add(x, y), y);
                }
            """;

    private static final String UNRANKED_CHAIN = """
                @GraphKernel(flags = "--opt_level=0")
                public static Tensor unrankedChain(Tensor x, Tensor y) {
                    return mul(add(x, y), y);
                }
            """;

    private static final String MATMUL = """
                @GraphKernel
                public static Tensor matmul(@TensorType("f32[n, n]") Tensor x, @TensorType("f32[n, n]") Tensor y) {
                    return matMul(x, y);
                }
            """;

    private static String chain(int count) {
        StringBuilder text = new StringBuilder("@GraphKernel(flags = \"--opt_level=0\") public static Tensor chain")
                .append(count)
                .append("(@TensorType(\"f32[n, d]\") Tensor x, @TensorType(\"f32[n, d]\") Tensor y) { Tensor v = x;\n");
        for (int i = 0; i < count; i++) {
            text.append(i % 2 == 0 ? "v = add(v, y);\n" : "v = mul(v, y);\n");
        }
        return text.append("return v; }\n").toString();
    }

    private static Map<String, String> sources(List<String> methods) {
        String imports = "import static io.graphkernel.runtime.Ops.*;\n" + "import io.graphkernel.annotations.*;\n"
                + "import io.graphkernel.runtime.Tensor;\n";
        StringBuilder calls = new StringBuilder(imports)
                .append("public final class ChainCaller\n")
                .append("implements java.util.function.Function<Tensor[], java.util.Map<String, Runnable>> {\n")
                .append("public java.util.Map<String, Runnable> apply(Tensor[] t) {\n")
                .append("Tensor x = t[0], y = t[1], out = t[2];\n")
                .append("java.util.Map<String, Runnable> calls = new java.util.LinkedHashMap<>();\n");
        LAUNCHES.forEach(count -> calls.append(String.format(
                Locale.ROOT, "calls.put(\"%d\", () -> ChainsKernels.chain%d(x, y, out));%n", count, count)));
        calls.append("calls.put(\"unranked\", () -> ChainsKernels.unranked(x, y, out));\n")
                .append("calls.put(\"unranked, 2\", () -> ChainsKernels.unrankedChain(x, y, out));\n")
                .append("calls.put(\"matMul\", () -> ChainsKernels.matmul(x, y, out));\n")
                .append("return calls; } }\n");
        return Map.of(
                "Chains",
                imports + "public final class Chains {\n" + String.join("\n", methods) + "}\n",
                "ChainCaller",
                calls.toString());
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Runnable> calls(CompiledStub stub, Tensor... operands)
            throws IOException, ReflectiveOperationException {
        return new LinkedHashMap<>(
                ((Function<Tensor[], Map<String, Runnable>>) stub.instance("ChainCaller")).apply(operands));
    }

    private static void compare(String plan, int side, Runnable inline, Runnable interpreted) {
        double[] first = new double[ROUNDS];
        double[] second = new double[ROUNDS];
        double[] ratios = new double[ROUNDS];
        for (int round = 0; round < WARM_UP_ROUNDS; round++) {
            time(inline);
            time(interpreted);
        }
        for (int round = 0; round < ROUNDS; round++) {
            first[round] = time(inline);
            second[round] = time(interpreted);
            ratios[round] = second[round] / first[round];
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %d×%d | %.0f | %.0f | %.0f | %.2f |%n",
                plan,
                side,
                side,
                median(first),
                median(second),
                median(second) - median(first),
                median(ratios));
    }

    /** Returns the CPU time of one call in nanoseconds, which other processes of the machine hardly change. */
    private static double time(Runnable call) {
        long start = THREADS.getCurrentThreadCpuTime();
        long now = start;
        long calls = 0;
        while (now - start < ROUND_NANOSECONDS) {
            for (int i = 0; i < CALLS_PER_CHECK; i++) {
                call.run();
            }
            calls += CALLS_PER_CHECK;
            now = THREADS.getCurrentThreadCpuTime();
        }
        return (double) (now - start) / calls;
    }

    private static double median(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
