package io.graphkernel.examples.benchmarks;

import io.graphkernel.examples.benchmarks.Harness.Contestant;
import java.util.List;
import java.util.Map;

/**
 * The kernel on data in the L1 cache, which measures its arithmetic. The time per number is the difference of two small
 * sizes, so that the overhead of the call cancels.
 */
final class CacheResident {
    private static final int CALLS = 1000;
    private static final long FIRST_LEVEL_BYTES = 32 << 10;
    private static final long COLUMNS = 1024;

    private final Harness harness;

    CacheResident(Harness harness) {
        this.harness = harness;
    }

    /** Returns the time of the operation in nanoseconds without memory cost, on a number of threads. */
    double arithmeticTime(Operation operation, long rows, int threads) {
        int arrays = operation.inPlace() ? operation.arraysRead() : operation.arraysRead() + operation.arraysWritten();
        long most = FIRST_LEVEL_BYTES / (arrays * Float.BYTES * COLUMNS);
        try (Contest small = new Contest(operation, 1, COLUMNS);
                Contest large = new Contest(operation, most, COLUMNS)) {
            Map<String, Double> times = harness.measure(List.of(
                    new Contestant("small", repeated(small.fused())),
                    new Contestant("large", repeated(large.fused()))));
            double perNumber = (times.get("large") - times.get("small")) / CALLS / ((most - 1) * COLUMNS);
            return perNumber * rows * operation.columns() / threads;
        }
    }

    private static Runnable repeated(Runnable call) {
        return () -> {
            for (int i = 0; i < CALLS; i++) {
                call.run();
            }
        };
    }
}
