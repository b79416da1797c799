package io.graphkernel.examples.benchmarks;

import io.graphkernel.examples.benchmarks.Harness.Contestant;
import io.graphkernel.examples.benchmarks.onednn.OneDnn;
import io.graphkernel.examples.benchmarks.onednn.OneDnnProgram;
import io.graphkernel.examples.benchmarks.onednn.OneDnnPrograms;
import io.graphkernel.runtime.Tensor;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Latency of a call on 4×4 tensors, in nanoseconds. */
final class Latency {
    private static final int CALLS = 10_000;
    private static final int SIZE = 4;
    private static final OptionalDouble OUTPUT_TARGET = OptionalDouble.of(60);
    private static final OptionalDouble ARRAYS_TARGET = OptionalDouble.of(120);
    private static final OptionalDouble ALLOCATING_TARGET = OptionalDouble.of(300);

    private final Harness harness;

    Latency(Harness harness) {
        this.harness = harness;
    }

    void measure(OneDnn oneDnn, Report report) {
        report.row("4x4", "output argument ns", "float[] arguments ns", "allocating ns", "oneDNN ns");
        report.row("---", "---:", "---:", "---:", "---:");
        try (Tensor x = Data.uniform(1, -2, 2, SIZE, SIZE);
                Tensor y = Data.uniform(2, -2, 2, SIZE, SIZE);
                Tensor bias = Data.uniform(3, -2, 2, SIZE);
                Tensor out = Data.uniform(4, 0, 0, SIZE, SIZE)) {
            float[] first = new float[SIZE * SIZE];
            float[] second = new float[SIZE * SIZE];
            float[] vector = new float[SIZE];
            float[] target = new float[SIZE * SIZE];
            OneDnnPrograms programs = new OneDnnPrograms(oneDnn);
            List<OneDnnProgram> gelu = programs.biasGelu(
                    oneDnn.matrix(Data.pointer(x), SIZE, SIZE),
                    oneDnn.matrix(Data.pointer(bias), 1, SIZE),
                    oneDnn.matrix(Data.pointer(out), SIZE, SIZE));
            List<OneDnnProgram> seed = programs.seedGraph(
                    oneDnn.matrix(Data.pointer(x), SIZE, SIZE),
                    oneDnn.matrix(Data.pointer(y), SIZE, SIZE),
                    oneDnn.matrix(Data.pointer(out), SIZE, SIZE));
            row(
                    "bias + GeLU(tanh)",
                    () -> BenchmarkOpsKernels.biasGelu(x, bias, out),
                    () -> BenchmarkOpsKernels.biasGelu(first, vector, target),
                    () -> BenchmarkOpsKernels.biasGelu(x, bias).close(),
                    gelu.get(0),
                    report);
            row(
                    "b = (2x)^3, (b - y) * b",
                    () -> BenchmarkOpsKernels.seedGraph(x, y, out),
                    () -> BenchmarkOpsKernels.seedGraph(first, second, target),
                    () -> BenchmarkOpsKernels.seedGraph(x, y).close(),
                    seed.get(seed.size() - 1),
                    report);
            declared(x, y, out, report);
            gradients(report);
        }
    }

    /** The graph with declared shapes: a stub with an inline launch, and an interpreted plan. */
    private void declared(Tensor x, Tensor y, Tensor out, Report report) {
        try (DeclaredSeedGraph unrolled = new DeclaredSeedGraph(1);
                DeclaredSeedGraph interpreted = new DeclaredSeedGraph(0)) {
            Map<String, Double> times = harness.measure(List.of(
                    repeated("declared, unrolled", unrolled.call(x, y, out)),
                    repeated("declared, interpreted plan", interpreted.call(x, y, out))));
            times.forEach((name, time) -> report.row(name, Report.format("%.0f", time / CALLS), "", "", ""));
        } catch (IOException | ReflectiveOperationException e) {
            throw new IllegalStateException("the graph with declared shapes cannot be compiled", e);
        }
    }

    /** The gradients of the seed graph, which are two results. */
    private void gradients(Report report) {
        try (PairOperands operands = new PairOperands(SIZE, SIZE)) {
            Map<String, Double> times = harness.measure(List.of(
                    repeated("gradients, declared", operands.declared()),
                    repeated("gradients, undeclared", operands.undeclared())));
            times.forEach((name, time) -> report.row(name, Report.format("%.0f", time / CALLS), "", "", ""));
        }
    }

    private void row(
            String name, Runnable output, Runnable arrays, Runnable allocating, Runnable oneDnn, Report report) {
        Map<String, Double> times = harness.measure(List.of(
                repeated("output", output),
                repeated("arrays", arrays),
                repeated("allocating", allocating),
                repeated("oneDNN", oneDnn)));
        report.row(
                name,
                Report.atMost(times.get("output") / CALLS, OUTPUT_TARGET),
                Report.atMost(times.get("arrays") / CALLS, ARRAYS_TARGET),
                Report.atMost(times.get("allocating") / CALLS, ALLOCATING_TARGET),
                Report.format("%.0f", times.get("oneDNN") / CALLS));
    }

    private static Contestant repeated(String name, Runnable call) {
        return new Contestant(name, () -> {
            for (int i = 0; i < CALLS; i++) {
                call.run();
            }
        });
    }
}
