package io.graphkernel.examples.benchmarks;

import io.graphkernel.examples.benchmarks.TrafficLimit.Array;
import io.graphkernel.examples.benchmarks.TrafficLimit.Role;
import io.graphkernel.runtime.Tensor;
import java.util.List;

/** The operands and results of the seed graph's gradients, with declared and with undeclared shapes. */
final class PairOperands implements AutoCloseable {
    private final Tensor x;
    private final Tensor y;
    private final Tensor cotangent;
    private final Tensor toX;
    private final Tensor toY;

    PairOperands(long rows, long columns) {
        x = Data.uniform(1, -2, 2, rows, columns);
        y = Data.uniform(2, -2, 2, rows, columns);
        cotangent = Data.uniform(3, -2, 2, rows, columns);
        toX = Data.uniform(4, 0, 0, rows, columns);
        toY = Data.uniform(5, 0, 0, rows, columns);
    }

    Runnable declared() {
        return () -> BenchmarkOpsKernels.declaredSeedGraphGradients(x, y, cotangent, toX, toY);
    }

    Runnable undeclared() {
        return () -> BenchmarkOpsKernels.seedGraphGradients(x, y, cotangent, toX, toY);
    }

    List<Array> traffic() {
        return List.of(
                Array.of(x, Role.READ),
                Array.of(y, Role.READ),
                Array.of(cotangent, Role.READ),
                Array.of(toX, Role.WRITE),
                Array.of(toY, Role.WRITE));
    }

    @Override
    public void close() {
        List.of(x, y, cotangent, toX, toY).forEach(Tensor::close);
    }
}
