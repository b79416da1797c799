package io.graphkernel.examples.gpu;

import io.graphkernel.runtime.Event;
import io.graphkernel.runtime.Stream;
import io.graphkernel.runtime.TensorScope;
import java.util.Arrays;

/** Timer of a stream, by the clock of its device. */
final class DeviceTimer {
    private static final int WARMUP_ROUNDS = 3;
    private static final double NANOSECONDS_PER_MICROSECOND = 1e3;

    private final Stream stream;

    DeviceTimer(Stream stream) {
        this.stream = stream;
    }

    /** Returns the sorted times of a launch in microseconds; tensors it creates are released. */
    double[] microseconds(int rounds, int launches, Runnable launch) {
        for (int round = 0; round < WARMUP_ROUNDS; round++) {
            round(launches, launch);
        }
        double[] times = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            times[round] = round(launches, launch);
        }
        Arrays.sort(times);
        return times;
    }

    private double round(int launches, Runnable launch) {
        try (Event before = stream.record()) {
            for (int i = 0; i < launches; i++) {
                try (TensorScope scope = TensorScope.open()) {
                    launch.run();
                }
            }
            try (Event after = stream.record()) {
                after.synchronize();
                return after.nanosSince(before) / NANOSECONDS_PER_MICROSECOND / launches;
            }
        }
    }

    /** Returns the median of sorted times. */
    static double median(double[] times) {
        return times[times.length / 2];
    }
}
