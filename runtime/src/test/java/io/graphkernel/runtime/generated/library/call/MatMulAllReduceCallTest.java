package io.graphkernel.runtime.generated.library.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.RestoredThreads;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.internal.collective.EarlyCommunicator;
import io.graphkernel.runtime.internal.collective.Ranks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Products that are summed over groups of 1, 2 and 4 ranks, against sums in float64 and against the two ops one by one. */
@Timeout(300)
@ExtendWith(RestoredThreads.class)
class MatMulAllReduceCallTest {
    private static final int[] SIZES = {1, 2, 4};

    static List<Arguments> everywhere() {
        List<Arguments> arguments = new ArrayList<>();
        for (DType dtype : List.of(DType.F32, DType.F64, DType.F16, DType.BF16)) {
            for (CallPlace target : CallPlace.all(dtype)) {
                for (int size : SIZES) {
                    arguments.add(Arguments.of(dtype, target, size));
                }
            }
        }
        return arguments;
    }

    private static MatMulAllReduceCall call(DType dtype, boolean transposeB) {
        return new MatMulAllReduceCall("k", "a", "b", dtype, transposeB, Communicator.WORLD);
    }

    private static Tensor a(DType dtype, int rank, long m, long k) {
        return RawTensor.random(new Random(rank), dtype, m, k);
    }

    private static Tensor b(DType dtype, int rank, long k, long n) {
        return RawTensor.random(new Random(100 + rank), dtype, k, n);
    }

    /** Exact: all terms are small multiples of 1/64. */
    private static double[] oracle(DType dtype, int size, int m, int k, int n) {
        double[] sums = new double[m * n];
        for (int rank = 0; rank < size; rank++) {
            double[] a = RawTensor.values(a(dtype, rank, m, k));
            double[] b = RawTensor.values(b(dtype, rank, k, n));
            for (int row = 0; row < m; row++) {
                for (int column = 0; column < n; column++) {
                    double sum = 0;
                    for (int i = 0; i < k; i++) {
                        sum += a[row * k + i] * b[i * n + column];
                    }
                    sums[row * n + column] += sum;
                }
            }
        }
        return sums;
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    @Tag("sampled")
    void matMulAllReduceCall_sumsTheProductsOfAllRanks(DType dtype, CallPlace target, int size) throws Exception {
        int m = 37;
        int k = 20;
        int n = 33;
        MatMulAllReduceCall call = call(dtype, false);
        List<double[]> results = Ranks.run(
                size,
                rank -> RawTensor.values(CallRunner.run(
                        call, target, a(dtype, rank.rank(), m, k), b(dtype, rank.rank(), k, n), List.of(), m, n)));
        for (double[] result : results) {
            CallRunner.assertClose(call, target + " " + size, result, oracle(dtype, size, m, k, n), 4 * k);
        }
    }

    /** Large enough for blocks, which an asynchronous communicator wants: in oneDNN's tiling with and without packing, in Java, half converted. */
    @ParameterizedTest
    @CsvSource({
        "F32, 512, 64, 512, false",
        "F32, 1030, 130, 100, false",
        "F32, 1100, 40, 1024, false",
        "F32, 700, 64, 300, true",
        "F32, 130, 512, 2048, false",
        "BF16, 600, 96, 256, false",
        "F16, 600, 96, 256, false",
        "F64, 300, 20, 256, false"
    })
    @Tag("slow")
    void matMulAllReduceCall_isBitwiseTheProductThenTheSum(DType dtype, long m, long k, long n, boolean transposeB)
            throws Exception {
        MatMulAllReduceCall fused = call(dtype, transposeB);
        MatMulCall product = new MatMulCall("k", "a", "b", dtype, dtype, 2, 2, false, transposeB);
        for (CallPlace target : CallPlace.HOSTS) {
            for (int count : new int[] {1, 2}) {
                KernelThreads.setCount(count);
                Ranks.Body<Boolean> body = rank -> {
                    Random random = new Random(rank.rank());
                    Tensor a = RawTensor.gaussian(random, dtype, m, k);
                    Tensor b = transposeB
                            ? RawTensor.gaussian(random, dtype, n, k)
                            : RawTensor.gaussian(random, dtype, k, n);
                    Tensor one = CallRunner.run(fused, target, a, b, List.of(), m, n);
                    Tensor two = CallRunner.run(product, target, a, b, List.of(), m, n);
                    rank.allReduce(ReduceOp.SUM, two);
                    return Arrays.equals(RawTensor.values(one), RawTensor.values(two));
                };
                String as = target + ", threads " + count;
                assertThat(Ranks.run(4, body)).as(as).containsOnly(true);
                assertThat(Ranks.run(EarlyCommunicator.threads(4), body))
                        .as(as + ", asynchronous")
                        .containsOnly(true);
            }
        }
    }

    /** Numbers with all their bits, whose sums depend on the order. */
    @ParameterizedTest
    @CsvSource({"0, 4, 5", "3, 0, 5", "3, 4, 0"})
    void matMulAllReduceCall_ofEmptySizes_isRight(int m, int k, int n) throws Exception {
        MatMulAllReduceCall call = call(DType.F32, false);
        List<double[]> results = Ranks.run(
                2,
                rank -> RawTensor.values(CallRunner.run(
                        call, CallPlace.HOST, a(DType.F32, 0, m, k), b(DType.F32, 0, k, n), List.of(), m, n)));
        assertThat(results).allSatisfy(result -> assertThat(result).containsExactly(new double[m * n]));
    }

    /** The others are notified while the rank is still open. */
    @Test
    void rankWhoseShapesDoNotFit_reportsTheOthers() throws Exception {
        MatMulAllReduceCall call = call(DType.F32, false);
        CountDownLatch told = new CountDownLatch(2);
        List<Throwable> failures = Ranks.failures(Communicator.threads(3), rank -> {
            try {
                return CallRunner.run(
                        call,
                        CallPlace.HOST,
                        a(DType.F32, 0, 600, rank.rank() == 1 ? 3 : 4),
                        b(DType.F32, 0, 4, 600),
                        List.of(),
                        600,
                        600);
            } finally {
                if (rank.rank() == 1) {
                    told.await(20, TimeUnit.SECONDS);
                } else {
                    told.countDown();
                }
            }
        });
        assertThat(failures.get(1)).isInstanceOf(ShapeMismatchException.class);
        for (int rank : new int[] {0, 2}) {
            assertThat(failures.get(rank))
                    .isInstanceOf(CommunicatorException.class)
                    .hasMessageContaining("rank failed: rank 1 of the group world: ")
                    .hasCauseInstanceOf(ShapeMismatchException.class);
        }
    }

    @Test
    void shapesThatDoNotFit_areNamedWithoutACommunicatorToo() {
        assertThatThrownBy(() -> CallRunner.run(
                        call(DType.F32, false),
                        CallPlace.HOST,
                        a(DType.F32, 0, 6, 3),
                        b(DType.F32, 0, 4, 6),
                        List.of(),
                        6,
                        6))
                .isInstanceOf(ShapeMismatchException.class);
    }
}
