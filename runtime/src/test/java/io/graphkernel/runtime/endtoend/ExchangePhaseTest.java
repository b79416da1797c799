package io.graphkernel.runtime.endtoend;

import static io.graphkernel.runtime.endtoend.ExchangeKernels.RANKS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Gradients;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TestDevices;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.GraphKernelException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.internal.collective.Ranks;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Gathered, scattered, exchanged and sent: compiled and eager, on every device, and their gradients. */
@Timeout(300)
class ExchangePhaseTest {
    private static final int ROWS = 2 * RANKS;
    private static final int COLUMNS = 5;
    private static final int ELEMENTS = ROWS * COLUMNS;

    /** Elements that no other rank has, and that floats hold, as they hold their sums. */
    private static float element(int rank, int position) {
        return 1000 * (rank + 1) + position;
    }

    private static Tensor operand(Device device, int rank) {
        float[] values = new float[ELEMENTS];
        for (int i = 0; i < ELEMENTS; i++) {
            values[i] = element(rank, i);
        }
        return Tensor.of(values, ROWS, COLUMNS).to(device);
    }

    /** Expected element of a rank at a position. */
    @FunctionalInterface
    private interface Expected {
        float at(int rank, int position);
    }

    static List<Device> devices() {
        return Stream.concat(Stream.of(Device.cpu()), TestDevices.all()).toList();
    }

    private static float sum(int position) {
        float sum = 0;
        for (int rank = 0; rank < RANKS; rank++) {
            sum += element(rank, position);
        }
        return sum;
    }

    private static final int PART = ELEMENTS / RANKS;

    private static final Expected GATHERED = (rank, i) -> 2 * element(i / ELEMENTS, i % ELEMENTS);
    private static final Expected SCATTERED = (rank, i) -> 2 * sum(rank * PART + i);
    private static final Expected EXCHANGED = (rank, i) -> 2 * element(i / PART, rank * PART + i % PART);
    private static final Expected SENT = (rank, i) -> 2 * element(1, i);

    private static void assertEveryRankHas(Device device, UnaryOperator<Tensor> method, int elements, Expected expected)
            throws Exception {
        List<float[]> results = Ranks.run(
                RANKS,
                rank -> method.apply(operand(device, rank.rank()))
                        .to(Device.cpu())
                        .toFloatArray());
        for (int rank = 0; rank < RANKS; rank++) {
            assertThat(results.get(rank)).hasSize(elements);
            for (int i = 0; i < elements; i++) {
                assertThat(results.get(rank)[i]).as("rank %s at %s", rank, i).isEqualTo(expected.at(rank, i));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void everyRank_hasItsPart(Device device) throws Exception {
        assertEveryRankHas(device, ExchangeKernelsKernels::gathered, RANKS * ELEMENTS, GATHERED);
        assertEveryRankHas(device, ExchangeKernelsKernels::scattered, PART, SCATTERED);
        assertEveryRankHas(device, ExchangeKernelsKernels::exchanged, ELEMENTS, EXCHANGED);
        assertEveryRankHas(device, ExchangeKernelsKernels::sent, ELEMENTS, SENT);
    }

    @Test
    void eager_isTheSame() throws Exception {
        assertEveryRankHas(Device.cpu(), ExchangeKernels::gathered, RANKS * ELEMENTS, GATHERED);
        assertEveryRankHas(Device.cpu(), ExchangeKernels::scattered, PART, SCATTERED);
        assertEveryRankHas(Device.cpu(), ExchangeKernels::exchanged, ELEMENTS, EXCHANGED);
        assertEveryRankHas(Device.cpu(), ExchangeKernels::sent, ELEMENTS, SENT);
    }

    /** The loss is the sum over all ranks, each of which weighs its results with its operand. */
    @ParameterizedTest
    @MethodSource("devices")
    void gradients_goTheWayBack(Device device) throws Exception {
        // Tensors sent forward return in the gradient.
        assertEveryRankHas(
                device,
                x -> {
                    try (var forward = ExchangeKernelsKernels.scatteredForward(x)) {
                        Tensor slice = Ops.narrow(x, 0, 0, ROWS / RANKS);
                        return ExchangeKernelsKernels.scatteredGradient(forward.saved(), slice)
                                .x();
                    }
                },
                ELEMENTS,
                (rank, i) -> 2 * element(i / PART, i % PART));
        assertEveryRankHas(
                device,
                x -> {
                    try (var forward = ExchangeKernelsKernels.gatheredForward(x)) {
                        Tensor tripled = Ops.concat(0, x, x, x);
                        return ExchangeKernelsKernels.gatheredGradient(forward.saved(), tripled)
                                .x();
                    }
                },
                ELEMENTS,
                (rank, i) -> 2 * sum(i));
        assertEveryRankHas(
                device,
                x -> {
                    try (var forward = ExchangeKernelsKernels.exchangedForward(x)) {
                        return ExchangeKernelsKernels.exchangedGradient(forward.saved(), x)
                                .x();
                    }
                },
                ELEMENTS,
                EXCHANGED);
    }

    @Test
    void eagerGradients_areTheSame() throws Exception {
        assertEveryRankHas(
                Device.cpu(),
                x -> Gradients.gradient(() -> Ops.reduceSum(Ops.mul(ExchangeKernels.exchanged(x), operand(x))), x),
                ELEMENTS,
                EXCHANGED);
    }

    /** The same elements as a value that is not a parameter. */
    private static Tensor operand(Tensor x) {
        return Ops.stopGradient(x);
    }

    @Test
    void numberOfRanks_isThatOfTheGroup() {
        try (Communicator.Binding single = Communicator.single().bind()) {
            Tensor x = operand(Device.cpu(), 0);
            for (UnaryOperator<Tensor> method : List.<UnaryOperator<Tensor>>of(
                    ExchangeKernelsKernels::gathered, ExchangeKernels::gathered, ExchangeKernels::exchanged)) {
                assertThatThrownBy(() -> method.apply(x))
                        .isInstanceOf(CommunicatorException.class)
                        .hasMessageContaining("is compiled for 3 ranks, but the group world has 1");
            }
            assertThatThrownBy(() -> Ops.broadcast(x, 1))
                    .isInstanceOf(CommunicatorException.class)
                    .hasMessageContaining("the group world has no rank 1");
        }
    }

    @Test
    void parts_areEqual() {
        try (Communicator.Binding single = Communicator.single().bind()) {
            Tensor x = Tensor.zeros(4, 2);
            assertThatThrownBy(() -> ExchangeKernels.scattered(x))
                    .isInstanceOf(ShapeMismatchException.class)
                    .hasMessageContaining("reduceScatter: f32[4, 2] for 3 ranks");
            assertThatThrownBy(() -> ExchangeKernelsKernels.scattered(x)).isInstanceOf(GraphKernelException.class);
        }
    }
}
