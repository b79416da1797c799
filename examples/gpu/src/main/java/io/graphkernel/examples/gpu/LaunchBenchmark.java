package io.graphkernel.examples.gpu;

import io.graphkernel.examples.gpu.f32.RowKernelsKernels;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.LaunchGraph;
import io.graphkernel.runtime.Stream;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Benchmark of launches of a kernel on 4×4 tensors. Each line has tabs between {@code LAUNCH}, quantity and median in
 * microseconds.
 */
public final class LaunchBenchmark {
    private static final int WARMUP_LAUNCHES = 20_000;
    private static final int LAUNCHES = 200;
    private static final int ROUNDS = 99;
    private static final double NANOSECONDS_PER_MICROSECOND = 1e3;

    private final Stream stream;
    private final int scale;
    private final Tensor x;
    private final Tensor out;

    private LaunchBenchmark(Stream stream, int scale) {
        this.stream = stream;
        this.scale = scale;
        try (Tensor host = Tensor.full(DType.F32, 0.5, 4, 4)) {
            x = host.to(stream.device());
        }
        out = Tensor.empty(stream.device(), DType.F32, 4, 4);
    }

    /**
     * Runs the benchmark.
     *
     * @param arguments {@code device=} and {@code scale=}, a divisor of the number of launches
     */
    public static void main(String[] arguments) {
        KitSettings settings = KitSettings.of(List.of(arguments));
        Device device = Device.of(settings.text("device"));
        System.out.println(device + ": " + device.name() + ", driver " + device.driverVersion());
        try (Stream stream = Stream.open(device);
                Stream.Use use = stream.use();
                TensorScope scope = TensorScope.open()) {
            new LaunchBenchmark(stream, settings.number("scale")).measure();
        }
    }

    private void measure() {
        launch(scaled(WARMUP_LAUNCHES));
        stream.synchronize();
        int launches = scaled(LAUNCHES);
        report("host, per call", round -> {
            long start = System.nanoTime();
            launch(launches);
            double time = microsecondsSince(start) / launches;
            stream.synchronize();
            return time;
        });
        report("host, call and synchronize", round -> {
            long start = System.nanoTime();
            launch(1);
            stream.synchronize();
            return microsecondsSince(start);
        });
        DeviceTimer timer = new DeviceTimer(stream);
        report("device, per launch", round -> DeviceTimer.median(timer.microseconds(1, launches, () -> launch(1))));
        try (LaunchGraph graph = LaunchGraph.capture(stream.device(), () -> launch(launches))) {
            report(
                    "device, per launch in a graph",
                    round -> DeviceTimer.median(timer.microseconds(1, 1, graph::launch)) / launches);
        }
        float result = out.toFloatArray()[0];
        if (result != 2f) {
            throw new IllegalStateException("0.5 · 2 + 1 is 2, not " + result);
        }
    }

    private void launch(int launches) {
        for (int i = 0; i < launches; i++) {
            RowKernelsKernels.scaleShift(x, out);
        }
    }

    private int scaled(int count) {
        return Math.max(2, count / scale);
    }

    private void report(String quantity, IntToDoubleFunction round) {
        double[] times = IntStream.range(0, scaled(ROUNDS)).mapToDouble(round).toArray();
        Arrays.sort(times);
        System.out.printf(Locale.ROOT, "LAUNCH\t%s\t%.3f%n", quantity, DeviceTimer.median(times));
    }

    private static double microsecondsSince(long start) {
        return (System.nanoTime() - start) / NANOSECONDS_PER_MICROSECOND;
    }
}
