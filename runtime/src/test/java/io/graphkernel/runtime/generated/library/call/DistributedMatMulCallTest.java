package io.graphkernel.runtime.generated.library.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.generated.library.collective.HostAllReduce;
import io.graphkernel.runtime.internal.collective.EarlyCommunicator;
import io.graphkernel.runtime.internal.collective.Ranks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Products of gathered rows, and products that are summed and scattered, against the two ops one by one. */
@Timeout(300)
class DistributedMatMulCallTest {
    private static final int RANKS = 4;

    private static AllGatherMatmulCall gathering(DType dtype, boolean transposeB) {
        return new AllGatherMatmulCall("k", "a", "b", dtype, transposeB, RANKS, Communicator.WORLD);
    }

    private static MatmulReduceScatterCall scattering(DType dtype, boolean transposeB) {
        return new MatmulReduceScatterCall("k", "a", "b", dtype, transposeB, RANKS, Communicator.WORLD);
    }

    /** Rows that fill blocks of a rank, and rows that do not. */
    @ParameterizedTest
    @CsvSource({
        "F32, 128, 64, 512, false",
        "F32, 37, 20, 33, true",
        "F32, 300, 130, 100, false",
        "BF16, 150, 96, 256, false",
        "F16, 64, 96, 256, true",
        "F64, 100, 20, 256, false"
    })
    @Tag("slow")
    void distributedMatMulCall_isBitwiseTheTwoOps(DType dtype, long m, long k, long n, boolean transposeB)
            throws Exception {
        MatMulCall product = new MatMulCall("k", "a", "b", dtype, dtype, 2, 2, false, transposeB);
        for (CallPlace target : CallPlace.HOSTS) {
            Ranks.Body<Boolean> body = rank -> {
                Random random = new Random(rank.rank());
                Tensor a = RawTensor.gaussian(random, dtype, m, k);
                Tensor rows = RawTensor.gaussian(random, dtype, m * RANKS, k);
                Tensor b =
                        transposeB ? RawTensor.gaussian(random, dtype, n, k) : RawTensor.gaussian(random, dtype, k, n);
                Tensor allRows = Tensor.zeros(dtype, m * RANKS, k);
                rank.start(CollectiveRequest.allGather(dtype, m * k), a.address(), allRows.address())
                        .await();
                Tensor one = CallRunner.run(gathering(dtype, transposeB), target, a, b, List.of(), m * RANKS, n);
                Tensor two = CallRunner.run(product, target, allRows, b, List.of(), m * RANKS, n);
                boolean gathered = Arrays.equals(RawTensor.values(one), RawTensor.values(two));

                Tensor whole = CallRunner.run(product, target, rows, b, List.of(), m * RANKS, n);
                Tensor partial = Tensor.zeros(dtype, m, n);
                rank.start(
                                CollectiveRequest.reduceScatter(ReduceOp.SUM, dtype, m * RANKS * n),
                                whole.address(),
                                partial.address())
                        .await();
                Tensor scattered = CallRunner.run(scattering(dtype, transposeB), target, rows, b, List.of(), m, n);
                return gathered && Arrays.equals(RawTensor.values(scattered), RawTensor.values(partial));
            };
            assertThat(Ranks.run(RANKS, body)).as(target.toString()).containsOnly(true);
            assertThat(Ranks.run(EarlyCommunicator.threads(RANKS), body))
                    .as(target + ", asynchronous")
                    .containsOnly(true);
        }
    }

    /** All ranks start the same collectives on every backend, in the profitable number for the rows of a rank. */
    @Test
    void rows_areSummedWhileTheNextOnesAreComputed() throws Exception {
        int m = 100;
        int n = 2048;
        for (CallPlace target : CallPlace.HOSTS) {
            List<List<Long>> begun = new ArrayList<>();
            List<Communicator> ranks = new ArrayList<>();
            for (Communicator rank : Communicator.threads(RANKS)) {
                List<Long> own = new ArrayList<>();
                begun.add(own);
                ranks.add(new EarlyCommunicator(rank, own::add));
            }
            Ranks.run(ranks, rank -> {
                Tensor rows = Tensor.full(rank.rank() + 1, m * RANKS, 3);
                Tensor sum = CallRunner.run(
                        scattering(DType.F32, false), target, rows, Tensor.full(2, 3, n), List.of(), m, n);
                assertThat(sum.toFloatArray()).containsOnly(10f * 3 * 2);
                return null;
            });
            long blocks = HostAllReduce.blocks(m, n);
            assertThat(blocks).isGreaterThan(2);
            assertThat(begun).as(target.toString()).allSatisfy(own -> {
                assertThat(own).hasSize((int) blocks);
                assertThat(own.stream().mapToLong(Long::longValue).sum()).isEqualTo((long) m * RANKS * n);
            });
        }
    }

    static List<Arguments> everywhere() {
        List<Arguments> arguments = new ArrayList<>();
        for (CallPlace target : CallPlace.all(DType.F32)) {
            arguments.add(Arguments.of(target));
        }
        return arguments;
    }

    /** Integers, whose products and sums are exact. */
    @ParameterizedTest
    @MethodSource("everywhere")
    @Tag("slow")
    void distributedMatMulCall_computesOnEveryDevice(CallPlace target) throws Exception {
        int m = 3;
        int k = 5;
        int n = 7;
        Ranks.run(RANKS, rank -> {
            Tensor a = Tensor.full(rank.rank() + 1, m, k);
            Tensor b = Tensor.full(2, k, n);
            float[] gathered = CallRunner.run(gathering(DType.F32, false), target, a, b, List.of(), m * RANKS, n)
                    .to(Device.cpu())
                    .toFloatArray();
            for (int i = 0; i < gathered.length; i++) {
                assertThat(gathered[i]).isEqualTo((i / (m * n) + 1) * 2f * k);
            }
            Tensor rows = Tensor.full(rank.rank() + 1, m * RANKS, k);
            float[] scattered = CallRunner.run(scattering(DType.F32, false), target, rows, b, List.of(), m, n)
                    .to(Device.cpu())
                    .toFloatArray();
            assertThat(scattered).containsOnly(10f * 2 * k);
            return null;
        });
    }

    @Test
    void groupOfAnotherSize_isNamed() throws Exception {
        List<Throwable> failures = Ranks.failures(Communicator.threads(2), rank -> {
            Tensor a = Tensor.zeros(4, 3);
            return CallRunner.run(
                    gathering(DType.F32, false), CallPlace.HOSTS.get(0), a, Tensor.zeros(3, 2), List.of(), 16, 2);
        });
        assertThat(failures)
                .allSatisfy(
                        failure -> assertThat(failure)
                                .isInstanceOf(CommunicatorException.class)
                                .hasMessageContaining(
                                        "[GK-6351] group has another number of ranks: k: AllGatherMatmul is compiled for 4 ranks, but the group"));
    }
}
