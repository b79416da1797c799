package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.RestoredThreads;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.ClosedTensorException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Stubs that many threads call at once. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(RestoredThreads.class)
class ConcurrencyTest {

    private static final int CALLERS = 8;

    @BeforeEach
    void useSeveralThreads() {
        KernelThreads.setCount(3);
    }

    @Test
    @Tag("slow")
    void stubs_calledByEightThreads_areRight() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        try {
            List<Callable<Void>> calls = new ArrayList<>();
            for (int caller = 0; caller < CALLERS; caller++) {
                float value = caller + 1;
                calls.add(() -> {
                    for (int round = 0; round < 8; round++) {
                        check(value, 300, 1024);
                        check(value, 3, 5);
                    }
                    return null;
                });
            }
            for (Future<Void> future : callers.invokeAll(calls)) {
                future.get();
            }
        } finally {
            callers.shutdownNow();
        }
    }

    @Test
    void tasksOfAForkJoinPool_callStubs() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(CALLERS);
        try {
            pool.submit(() -> IntStream.range(0, 64).parallel().forEach(i -> check(i, 100 + i, 1000)))
                    .get();
        } finally {
            pool.shutdownNow();
        }
    }

    private static void check(float value, int n, int d) {
        try (Tensor x = Tensor.full(value, n, d);
                Tensor zeros = Tensor.zeros(d);
                Tensor softmax = RowKernelsKernels.softmax(x);
                Tensor sum = ColumnKernelsKernels.columnSum(x);
                Tensor normal = ColumnKernelsKernels.batchNorm(x, zeros, zeros, 1e-5f);
                Tensor open = UnrankedKernelsKernels.binary(x, zeros)) {
            assertThat(softmax.get(n - 1, d - 1)).isEqualTo(1f / d);
            assertThat(sum.toFloatArray()).containsOnly(value * n);
            assertThat(normal.toFloatArray()).containsOnly(0);
            assertThat(open.toFloatArray()).containsOnly(2 * value);
        }
    }

    /** Its results are lost, the process is not. */
    @Test
    void tensor_isClosedWhileOthersComputeWithIt() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(4);
        try {
            for (int round = 0; round < 20; round++) {
                Tensor x = Tensor.full(1, 300, 1024);
                Tensor out = Tensor.empty(300, 1024);
                List<Future<Integer>> running = new ArrayList<>();
                for (int caller = 0; caller < 3; caller++) {
                    boolean shared = caller == 0;
                    running.add(callers.submit(() -> callUntilClosed(x, out, shared)));
                }
                TimeUnit.MICROSECONDS.sleep(200 + 100 * round);
                (round % 2 == 0 ? x : out).close();
                (round % 2 == 0 ? out : x).close();
                for (Future<Integer> future : running) {
                    assertThat(future.get()).isNotNegative();
                }
            }
        } finally {
            callers.shutdownNow();
        }
    }

    private static int callUntilClosed(Tensor x, Tensor out, boolean intoShared) {
        int calls = 0;
        try {
            while (true) {
                if (intoShared) {
                    RowKernelsKernels.softmax(x, out);
                } else {
                    RowKernelsKernels.softmax(x).close();
                }
                calls++;
            }
        } catch (ClosedTensorException e) {
            return calls;
        }
    }
}
