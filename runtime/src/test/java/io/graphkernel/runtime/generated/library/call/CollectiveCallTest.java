package io.graphkernel.runtime.generated.library.call;

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
        List<Arguments> arguments = new ArrayList<>();
        for (CallPlace target : CallPlace.all(DType.F32)) {
            for (int size : SIZES) {
                arguments.add(Arguments.of(target, size));
            }
        }
        return arguments;
    }

    private static Tensor run(CollectiveCall call, CallPlace target, Tensor x) {
        Tensor source = x.to(target.device());
        Tensor result = Tensor.empty(target.device(), x.dtype(), x.dimensions());
        LaunchFrame frame = LaunchFrame.current(target.device());
        frame.input(0, source);
        frame.output(1, result);
        for (int axis = 0; axis < x.rank(); axis++) {
            frame.integer(2 + axis, x.dimension(axis));
        }
        call.run(frame, target.onJvm());
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
    void sums_areThoseOfAllRanks(CallPlace target, int size) throws Exception {
        for (DType dtype : List.of(DType.F32, DType.F16, DType.BF16, DType.I32)) {
            AllReduceCall call = new AllReduceCall("k", dtype, 2, ReduceOp.SUM, Communicator.WORLD);
            List<double[]> results =
                    Ranks.run(size, rank -> RawTensor.values(run(call, target, operand(rank.rank(), dtype))));
            // Small multiples of 1/8, whose sums every dtype holds.
            assertThat(results)
                    .hasSize(size)
                    .allSatisfy(result -> assertThat(result).containsExactly(sums(size, dtype)));
        }
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void oneRank_keepsItsTensor(CallPlace target, int size) throws Exception {
        int kept = size - 1;
        for (DType dtype : List.of(DType.F32, DType.F16, DType.I8)) {
            RankMaskCall call = new RankMaskCall("k", dtype, 2, kept, Communicator.WORLD);
            List<double[]> results =
                    Ranks.run(size, rank -> RawTensor.values(run(call, target, operand(rank.rank(), dtype))));
            for (int rank = 0; rank < size; rank++) {
                double[] expected =
                        rank == kept ? RawTensor.values(operand(rank, dtype)) : new double[(int) (DIMS[0] * DIMS[1])];
                assertThat(results.get(rank)).containsExactly(expected);
            }
        }
    }

    @Test
    void group_hasRanks() throws Exception {
        RankMaskCall call = new RankMaskCall("k", DType.F32, 2, 2, Communicator.WORLD);
        List<Throwable> failures = Ranks.failures(
                Communicator.threads(2), rank -> run(call, CallPlace.HOST, operand(rank.rank(), DType.F32)));
        assertThat(failures)
                .allSatisfy(failure -> assertThat(failure)
                        .isInstanceOf(CommunicatorException.class)
                        .hasMessageContaining("k: the group world has no rank 2"));
    }

    @Test
    void withoutACommunicatorTheFix_isNamed() {
        AllReduceCall call = new AllReduceCall("k", DType.F32, 2, ReduceOp.SUM, "other");
        try (Communicator.Binding bound = Communicator.single().bind()) {
            assertThatThrownBy(() -> run(call, CallPlace.HOST, operand(0, DType.F32)))
                    .isInstanceOfSatisfying(
                            CommunicatorException.class,
                            e -> assertThat(e.problem()).isEqualTo(RuntimeProblem.COMMUNICATOR_MISSING))
                    .hasMessageContaining("k: the group other has no communicator on this thread");
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
    void collective_isNotCaptured(Device device) {
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
                    .hasMessageContaining("not permitted during graph capture: AllReduce");
        }
    }

    @Test
    void collectives_areProfiled() {
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
