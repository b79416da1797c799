package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.graphkernel.runtime.ClosedTensors;
import io.graphkernel.runtime.Tensor;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The call path with given results allocates nothing on the heap once it is warm. */
@ExtendWith(ClosedTensors.class)
class AllocationTest {

    private static final int WARM_UP = 3_000;
    private static final int CALLS = 1_000;
    /** Number of rounds, whose minimum counts: the JIT compiler may be late. */
    private static final int ROUNDS = 5;
    /** Maximum allocation by the measurement itself. */
    private static final long ALLOWED_BYTES = 1_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private void allocatesNothing(String what, Runnable call) {
        allocatesNothing(what, WARM_UP, CALLS, call);
    }

    private void allocatesNothing(String what, int warmUp, int calls, Runnable call) {
        for (int i = 0; i < warmUp; i++) {
            call.run();
        }
        long thread = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long before = threads.getThreadAllocatedBytes(thread);
            for (int i = 0; i < calls; i++) {
                call.run();
            }
            least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
        }
        assertThat(least).as(what).isLessThan(ALLOWED_BYTES);
    }

    @Test
    void calls_ofRankedShapes_allocateNothing() {
        Tensor x = Tensor.full(1, 4, 4);
        Tensor row = Tensor.full(1, 4);
        Tensor out = Tensor.empty(4, 4);
        allocatesNothing("elementwise", () -> ElementwiseKernelsKernels.rowVector(x, row, out));
        allocatesNothing("rows", () -> RowKernelsKernels.layerNorm(x, row, row, 1e-5f, out));
        allocatesNothing("saved rows", () -> RowKernelsKernels.softmax(x, out));
    }

    @Test
    void calls_ofReductions_allocateNothing() {
        Tensor x = Tensor.full(1, 4, 4);
        Tensor row = Tensor.full(1, 4);
        Tensor out = Tensor.empty(4, 4);
        Tensor sum = Tensor.empty(4);
        Tensor scalar = Tensor.empty();
        allocatesNothing("columns", () -> ColumnKernelsKernels.columnSum(x, sum));
        allocatesNothing("full", () -> FullKernelsKernels.sumOfSquares(x, scalar));
        allocatesNothing("several kernels", () -> ColumnKernelsKernels.batchNorm(x, row, row, 1e-5f, out));
        allocatesNothing("full, then elements", () -> FullKernelsKernels.clipByGlobalNorm(x, 1, out));
    }

    @Test
    void calls_ofUnrankedShapes_allocateNothing() {
        Tensor x = Tensor.full(1, 4, 4);
        Tensor row = Tensor.full(1, 4);
        Tensor out = Tensor.empty(4, 4);
        allocatesNothing("equal shapes", () -> UnrankedKernelsKernels.binary(x, x, out));
        allocatesNothing("broadcast", () -> UnrankedKernelsKernels.ternary(x, row, x, out));
    }

    @Test
    void calls_ofUpdates_allocateNothing() {
        Tensor x = Tensor.full(1, 4, 4);
        Tensor moment = Tensor.zeros(4, 4);
        Tensor variance = Tensor.zeros(4, 4);
        Tensor gradient = Tensor.full(1, 4, 4);
        allocatesNothing(
                "adamW",
                () -> UpdateKernelsKernels.adamW(x, gradient, moment, variance, 1e-3f, 0.9f, 0.999f, 1e-8f, 0.01f, 1));
    }

    @Test
    void forwardAndGradientCalls_allocateNothing() {
        Tensor x = Tensor.full(1, 4, 4);
        Tensor row = Tensor.full(1, 4);
        Tensor out = Tensor.empty(4, 4);
        var norm = new TrainingKernelsKernels.NormGradients(Tensor.empty(4, 4), Tensor.empty(4));
        var both = new TrainingKernelsKernels.BothGradients(Tensor.empty(4), Tensor.empty(4));
        Tensor scaled = Tensor.empty(4);
        Tensor total = Tensor.full(1);
        try (var savedNorm = new TrainingKernelsKernels.NormSaved();
                var savedBoth = new TrainingKernelsKernels.BothSaved()) {
            allocatesNothing("a stored value", () -> {
                TrainingKernelsKernels.normForward(x, row, 1e-5f, out, savedNorm);
                TrainingKernelsKernels.normGradient(savedNorm, x, norm);
            });
            allocatesNothing("an addition", () -> TrainingKernelsKernels.normAccumulateGradient(savedNorm, x, norm));
            allocatesNothing("a missing cotangent", () -> {
                TrainingKernelsKernels.bothForward(row, row, scaled, total, savedBoth);
                TrainingKernelsKernels.bothGradient(savedBoth, null, total, both);
            });
        }
    }

    @Test
    void calls_ofArrays_allocateNothing() {
        float[] x = new float[16];
        float[] row = new float[4];
        float[] out = new float[16];
        allocatesNothing("rows", () -> RowKernelsKernels.layerNorm(x, row, row, 1e-5f, out));
        allocatesNothing("several kernels", () -> ColumnKernelsKernels.batchNorm(x, row, row, 1e-5f, out));
        allocatesNothing("unranked shapes", () -> UnrankedKernelsKernels.binary(x, x, out));
    }

    @Test
    void calls_ofSeveralThreads_allocateNothing() {
        Tensor x = Tensor.full(1, 300, 1024);
        Tensor row = Tensor.full(1, 1024);
        Tensor out = Tensor.empty(300, 1024);
        Tensor sum = Tensor.empty(1024);
        allocatesNothing("rows", 300, 200, () -> RowKernelsKernels.layerNorm(x, row, row, 1e-5f, out));
        allocatesNothing("columns", 300, 200, () -> ColumnKernelsKernels.columnSum(x, sum));
        allocatesNothing("unranked shapes", 300, 200, () -> UnrankedKernelsKernels.binary(x, row, out));
    }
}
