package io.graphkernel.examples.benchmarks.device;

import io.graphkernel.examples.benchmarks.BenchmarkOpsKernels;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Event;
import io.graphkernel.runtime.Stream;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures kernels on a device, and next to them a copy within the device: {@code device=cuda:0 rows=65536 columns=4096
 * rounds=20}. Times are the device's own, between two events of a stream; a table of medians goes to the standard output.
 */
public final class DeviceBenchmark {
    private static final int LAUNCHES = 100;
    private static final float EPSILON = 1e-5f;

    /** A kernel with the bytes that it reads and writes. */
    private record Contestant(String name, long bytes, Runnable launch) {}

    private DeviceBenchmark() {}

    /** @param arguments as in the class description; the defaults are those values */
    public static void main(String[] arguments) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("device", "cuda:0");
        settings.put("rows", "65536");
        settings.put("columns", "4096");
        settings.put("rounds", "20");
        for (String argument : arguments) {
            String[] parts = argument.split("=", 2);
            if (parts.length < 2 || settings.replace(parts[0], parts[1]) == null) {
                System.err.println("not understood: " + argument + "; arguments with their defaults: " + settings);
                System.exit(2);
            }
        }
        Device device = Device.of(settings.get("device"));
        System.out.println(device + ": " + device.name() + ", driver " + device.driverVersion());
        try (Stream stream = Stream.open(device);
                Stream.Use use = stream.use();
                TensorScope scope = TensorScope.open()) {
            measure(
                    stream,
                    Long.parseLong(settings.get("rows")),
                    Long.parseLong(settings.get("columns")),
                    Integer.parseInt(settings.get("rounds")));
        }
    }

    private static void measure(Stream stream, long rows, long columns, int rounds) {
        Device device = stream.device();
        Tensor x = filled(device, rows, columns);
        Tensor y = filled(device, rows, columns);
        Tensor out = filled(device, rows, columns);
        Tensor gamma = filled(device, columns);
        Tensor beta = filled(device, columns);
        Tensor ofRows = filled(device, rows);
        Tensor ofColumns = filled(device, columns);
        long matrix = x.byteCount();
        List<Contestant> contestants = List.of(
                new Contestant("copy", 2 * matrix, () -> x.copyTo(out)),
                new Contestant("sum", 3 * matrix, () -> ReductionOpsKernels.sum(x, y, out)),
                new Contestant("biasGelu", 2 * matrix, () -> BenchmarkOpsKernels.biasGelu(x, gamma, out)),
                new Contestant("swiGlu", 3 * matrix, () -> BenchmarkOpsKernels.swiGlu(x, y, out)),
                new Contestant("softmax", 2 * matrix, () -> BenchmarkOpsKernels.softmax(x, out)),
                new Contestant(
                        "layerNorm", 2 * matrix, () -> BenchmarkOpsKernels.layerNorm(x, gamma, beta, EPSILON, out)),
                new Contestant("rmsNorm", 2 * matrix, () -> BenchmarkOpsKernels.rmsNorm(x, gamma, EPSILON, out)),
                new Contestant(
                        "addLayerNorm",
                        3 * matrix,
                        () -> BenchmarkOpsKernels.addLayerNorm(x, y, gamma, beta, EPSILON, out)),
                new Contestant("rowSum", matrix, () -> ReductionOpsKernels.rowSum(x, ofRows)),
                new Contestant("columnSum", matrix, () -> ReductionOpsKernels.columnSum(x, ofColumns)));
        Map<String, List<Double>> rates = new LinkedHashMap<>();
        for (int round = -1; round < rounds; round++) {
            for (Contestant contestant : contestants) {
                double rate = rate(stream, contestant);
                if (round >= 0) {
                    rates.computeIfAbsent(contestant.name(), any -> new ArrayList<>())
                            .add(rate);
                }
            }
        }
        double copy = median(rates.get("copy"));
        System.out.printf(
                "f32[%d, %d], medians of %d rounds%n%-14s %8s %14s%n",
                rows, columns, rounds, "kernel", "GB/s", "share of copy");
        rates.forEach((name, values) ->
                System.out.printf("%-14s %8.0f %14.2f%n", name, median(values), median(values) / copy));
        System.out.printf("host time of a launch: %.2f µs%n", launchMicroseconds(stream));
    }

    private static Tensor filled(Device device, long... dims) {
        try (Tensor host = Tensor.full(DType.F32, 0.5, dims)) {
            return host.to(device);
        }
    }

    /** Gigabytes a second by the device's clock. */
    private static double rate(Stream stream, Contestant contestant) {
        try (Event before = stream.record()) {
            contestant.launch().run();
            try (Event after = stream.record()) {
                after.synchronize();
                return (double) contestant.bytes() / Math.max(1, after.nanosSince(before));
            }
        }
    }

    /** What a call of a stub with one kernel costs the host, which does not wait for it. */
    private static double launchMicroseconds(Stream stream) {
        Tensor x = filled(stream.device(), 4, 4);
        Tensor out = filled(stream.device(), 4, 4);
        double[] rounds = new double[99];
        for (int round = 0; round < rounds.length; round++) {
            long start = System.nanoTime();
            for (int i = 0; i < LAUNCHES; i++) {
                BenchmarkOpsKernels.scaleShift(x, out);
            }
            rounds[round] = (System.nanoTime() - start) / LAUNCHES / 1e3;
            stream.synchronize();
        }
        Arrays.sort(rounds);
        return rounds[rounds.length / 2];
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
    }
}
