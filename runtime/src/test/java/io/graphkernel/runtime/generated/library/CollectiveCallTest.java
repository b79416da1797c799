package io.graphkernel.runtime.generated.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.LaunchGraph;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.collective.Ranks;
import io.graphkernel.runtime.internal.profile.Recordings;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The ops of one operand over groups of 1, 2 and 4 ranks, on the host and on devices. */
class CollectiveCallTest {
    private static final int[] SIZES = {1, 2, 4};
    private static final long[] DIMS = {7, 11};

    static List<Arguments> everywhere() {
        List<Arguments> all = new ArrayList<>();
        for (CallPlace place : CallPlace.all(DType.F32)) {
            for (int size : SIZES) {
                all.add(Arguments.of(place, size));
            }
        }
        return all;
    }

    private static Tensor run(CollectiveCall call, CallPlace place, Tensor x) {
        Tensor source = x.to(place.device());
        Tensor result = Tensor.empty(place.device(), x.dtype(), x.dimensions());
        LaunchFrame frame = LaunchFrame.current(place.device());
        frame.input(0, source);
        frame.output(1, result);
        for (int axis = 0; axis < x.rank(); axis++) {
            frame.integer(2 + axis, x.dimension(axis));
        }
        call.run(frame, place.onJvm());
        Reference.reachabilityFence(source);
        return result.to(Device.cpu());
    }

    private static Tensor operand(int rank, DType dtype) {
        return RawTensor.random(new Random(rank), dtype, DIMS);
    }

    private static double[] sums(int size, DType dtype) {
        double[] sums = new double[(int) (DIMS[0] * DIMS[1])];
        for (int rank = 0; rank < size; rank++) {
            double[] values = RawTensor.values(operand(rank, dtype));
            Arrays.setAll(sums, i -> sums[i] + values[i]);
        }
        return sums;
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void sumsAreThoseOfAllRanks(CallPlace place, int size) throws Exception {
        for (DType dtype : List.of(DType.F32, DType.F16, DType.BF16, DType.I32)) {
            AllReduceCall call = new AllReduceCall("k", dtype, 2, ReduceOp.SUM, Communicator.WORLD);
            List<double[]> results =
                    Ranks.run(size, rank -> RawTensor.values(run(call, place, operand(rank.rank(), dtype))));
            // Small multiples of 1/8, whose sums every dtype holds.
            assertThat(results)
                    .hasSize(size)
                    .allSatisfy(result -> assertThat(result).containsExactly(sums(size, dtype)));
        }
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void oneRankKeepsItsTensor(CallPlace place, int size) throws Exception {
        int kept = size - 1;
        for (DType dtype : List.of(DType.F32, DType.F16, DType.I8)) {
            OnRankCall call = new OnRankCall("k", dtype, 2, kept, Communicator.WORLD);
            List<double[]> results =
                    Ranks.run(size, rank -> RawTensor.values(run(call, place, operand(rank.rank(), dtype))));
            for (int rank = 0; rank < size; rank++) {
                double[] expected =
                        rank == kept ? RawTensor.values(operand(rank, dtype)) : new double[(int) (DIMS[0] * DIMS[1])];
                assertThat(results.get(rank)).containsExactly(expected);
            }
        }
    }

    @Test
    void aGroupHasSoManyRanks() throws Exception {
        OnRankCall call = new OnRankCall("k", DType.F32, 2, 2, Communicator.WORLD);
        List<Throwable> failures = Ranks.failures(
                Communicator.threads(2), rank -> run(call, CallPlace.HOST, operand(rank.rank(), DType.F32)));
        assertThat(failures)
                .allSatisfy(failure -> assertThat(failure)
                        .isInstanceOf(CommunicatorException.class)
                        .hasMessageContaining("k: the group world has no rank 2"));
    }

    @Test
    void withoutACommunicatorTheFixIsNamed() {
        AllReduceCall call = new AllReduceCall("k", DType.F32, 2, ReduceOp.SUM, "other");
        try (Communicator.Binding bound = Communicator.single().bind()) {
            assertThatThrownBy(() -> run(call, CallPlace.HOST, operand(0, DType.F32)))
                    .isInstanceOfSatisfying(
                            CommunicatorException.class,
                            e -> assertThat(e.problem()).isEqualTo(RuntimeProblem.COMMUNICATOR_MISSING))
                    .hasMessageContaining("k: no communicator of the group other is bound to this thread");
        }
    }

    static List<Device> devices() {
        return CallPlace.all(DType.F32).stream()
                .map(CallPlace::device)
                .filter(device -> !device.isHost())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("devices")
    void aCollectiveIsNotCaptured(Device device) {
        AllReduceCall call = new AllReduceCall("k", DType.F32, 2, ReduceOp.SUM, Communicator.WORLD);
        Tensor x = operand(0, DType.F32).to(device);
        Tensor y = Tensor.empty(device, DType.F32, DIMS);
        try (Communicator.Binding bound = Communicator.single().bind()) {
            assertThatThrownBy(() -> LaunchGraph.capture(device, () -> {
                        LaunchFrame frame = LaunchFrame.current(device);
                        frame.input(0, x);
                        frame.output(1, y);
                        frame.integer(2, DIMS[0]);
                        frame.integer(3, DIMS[1]);
                        call.run(frame, false);
                    }))
                    .isInstanceOf(InvalidArgumentException.class)
                    .hasMessageContaining("AllReduce while launches are captured");
        }
    }

    @Test
    void collectivesAreProfiled() {
        AllReduceCall call = new AllReduceCall("k", DType.F32, 2, ReduceOp.SUM, Communicator.WORLD);
        try (Communicator.Binding bound = Communicator.single().bind()) {
            assertThat(Recordings.of(() -> run(call, CallPlace.HOST, operand(0, DType.F32))))
                    .extracting(
                            event -> event.getString("method"),
                            event -> event.getString("kernel"),
                            event -> event.getString("device"),
                            event -> event.getLong("bytes"))
                    .containsExactly(tuple("k", "AllReduce", "cpu", 2 * 4L * 77));
        }
    }
}
