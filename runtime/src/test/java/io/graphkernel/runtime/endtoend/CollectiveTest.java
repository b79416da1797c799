package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TestDevices;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.collective.Ranks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Methods with collectives, each rank in its thread: compiled and eager, on every device, against float64. */
@Timeout(300)
class CollectiveTest {
    private static final int ROWS = 5;
    private static final int INNER = 12;
    private static final int COLUMNS = 7;

    static List<Arguments> devicesAndSizes() {
        List<Arguments> arguments = new ArrayList<>();
        for (Device device :
                Stream.concat(Stream.of(Device.cpu()), TestDevices.all()).toList()) {
            for (int size : new int[] {1, 2, 4}) {
                arguments.add(Arguments.of(device, size));
            }
        }
        return arguments;
    }

    private static float[] values(int seed, int count) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) random.nextDouble(-2, 2);
        }
        return values;
    }

    private static Tensor tensor(Device device, int seed, long... dims) {
        int count = 1;
        for (long dim : dims) {
            count *= (int) dim;
        }
        return Tensor.of(values(seed, count), dims).to(device);
    }

    /** A method over x, weights and bias. */
    @FunctionalInterface
    private interface Linear {
        Tensor apply(Tensor x, Tensor weight, Tensor bias);
    }

    @ParameterizedTest
    @MethodSource("devicesAndSizes")
    void everyRank_hasTheWholeLayer(Device device, int size) throws Exception {
        int inner = INNER / size;
        double[] expected = new double[ROWS * COLUMNS];
        float[] bias = values(99, COLUMNS);
        for (int rank = 0; rank < size; rank++) {
            float[] x = values(rank, ROWS * inner);
            float[] weight = values(10 + rank, inner * COLUMNS);
            for (int i = 0; i < expected.length; i++) {
                for (int k = 0; k < inner; k++) {
                    expected[i] += (double) x[i / COLUMNS * inner + k] * weight[k * COLUMNS + i % COLUMNS];
                }
            }
        }
        for (int i = 0; i < expected.length; i++) {
            expected[i] = Math.max(0, expected[i] + bias[i % COLUMNS]);
        }
        List<Linear> forms = List.of(
                CollectiveKernelsKernels::parallelLinear,
                CollectiveKernelsKernels::unfusedLinear,
                CollectiveKernels::parallelLinear);
        for (Linear form : forms) {
            List<float[]> results = Ranks.run(
                    size,
                    rank -> form.apply(
                                    tensor(device, rank.rank(), ROWS, inner),
                                    tensor(device, 10 + rank.rank(), inner, COLUMNS),
                                    tensor(device, 99, COLUMNS))
                            .toFloatArray());
            assertThat(results).hasSize(size);
            for (float[] result : results) {
                assertThat(result).isEqualTo(results.get(0));
                for (int i = 0; i < expected.length; i++) {
                    assertThat((double) result[i]).isCloseTo(expected[i], within(1e-5));
                }
            }
        }
    }

    /** A backend that calls a kernel on the thread of its rank while the kernel method of the rank waits for it. */
    private static final class ComputingEngine implements Communicator {
        private final Communicator delegate = Communicator.single();
        private final Device device;
        private final int rows;
        private boolean inside;

        ComputingEngine(Device device, int rows) {
            this.device = device;
            this.rows = rows;
        }

        @Override
        public String group() {
            return delegate.group();
        }

        @Override
        public int rank() {
            return delegate.rank();
        }

        @Override
        public int size() {
            return delegate.size();
        }

        @Override
        public Collective start(CollectiveRequest request, long source, long target) {
            if (!inside) {
                inside = true;
                CollectiveKernelsKernels.normalized(tensor(device, 7, rows, COLUMNS))
                        .close();
                inside = false;
            }
            return delegate.start(request, source, target);
        }

        @Override
        public void fail(Throwable cause) {
            delegate.fail(cause);
        }

        @Override
        public void close() {
            delegate.close();
        }
    }

    /** Its kernels have slots and memory of their own, be they as large as those of the method or larger. */
    @ParameterizedTest
    @MethodSource("devicesAndRows")
    void backend_mayCallKernels(Device device, int rows) {
        Tensor x = tensor(device, 0, ROWS, COLUMNS);
        float[] expected;
        try (Communicator.Binding plain = Communicator.single().bind()) {
            expected = CollectiveKernelsKernels.normalized(x).toFloatArray();
        }
        try (Communicator.Binding computing = new ComputingEngine(device, rows).bind()) {
            assertThat(CollectiveKernelsKernels.normalized(x).toFloatArray()).containsExactly(expected);
        }
    }

    static List<Arguments> devicesAndRows() {
        return Stream.concat(Stream.of(Device.cpu()), TestDevices.all())
                .flatMap(device -> Stream.of(ROWS, 100_000).map(rows -> Arguments.of(device, rows)))
                .toList();
    }

    private static byte[] bytes(int seed, int count) {
        byte[] bytes = new byte[count];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    /** A quantized method over x, weights, scale and bias. */
    @FunctionalInterface
    private interface QuantizedLinear {
        Tensor apply(Tensor x, Tensor weight, Tensor scale, Tensor bias);
    }

    @ParameterizedTest
    @MethodSource("devicesAndSizes")
    void biasOfAQuantizedLayer_countsOnce(Device device, int size) throws Exception {
        float[] bias = {0.5f, 1, -1, 2, 3, -2, 4};
        double[] expected = new double[ROWS * COLUMNS];
        for (int i = 0; i < expected.length; i++) {
            expected[i] = bias[i % COLUMNS];
            for (int rank = 0; rank < size; rank++) {
                byte[] x = bytes(rank, ROWS * INNER);
                byte[] weight = bytes(10 + rank, INNER * COLUMNS);
                for (int k = 0; k < INNER; k++) {
                    expected[i] += x[i / COLUMNS * INNER + k] * weight[k * COLUMNS + i % COLUMNS] * scale(rank);
                }
            }
        }
        List<QuantizedLinear> forms = List.of(
                CollectiveKernelsKernels::quantizedLinear,
                CollectiveKernelsKernels::unfoldedLinear,
                CollectiveKernels::quantizedLinear);
        for (QuantizedLinear form : forms) {
            List<float[]> results = Ranks.run(
                    size,
                    rank -> floats(form.apply(
                            Tensor.of(DType.I8, bytes(rank.rank(), ROWS * INNER), ROWS, INNER)
                                    .to(device),
                            Tensor.of(DType.I8, bytes(10 + rank.rank(), INNER * COLUMNS), INNER, COLUMNS)
                                    .to(device),
                            Tensor.full((float) scale(rank.rank()), COLUMNS).to(device),
                            Ops.cast(Tensor.of(bias, COLUMNS), DType.F16).to(device))));
            for (float[] result : results) {
                for (int i = 0; i < expected.length; i++) {
                    // A rounding of each product, of the sum and of the bias; results are below 60.
                    assertThat((double) result[i]).isCloseTo(expected[i], within(0.03 * (size + 2)));
                }
            }
        }
    }

    /** Each rank quantizes its weights by itself. */
    private static double scale(int rank) {
        return 0x1p-13 * (1 + rank);
    }

    @ParameterizedTest
    @MethodSource("devicesAndSizes")
    void kernels_readTheCombinedValues(Device device, int size) throws Exception {
        List<float[]> results = Ranks.run(
                size,
                rank -> CollectiveKernelsKernels.normalized(tensor(device, rank.rank(), ROWS, COLUMNS))
                        .toFloatArray());
        for (int i = 0; i < ROWS * COLUMNS; i++) {
            float largest = Float.NEGATIVE_INFINITY;
            for (int rank = 0; rank < size; rank++) {
                float[] x = values(rank, ROWS * COLUMNS);
                for (int row = 0; row < ROWS; row++) {
                    largest = Math.max(largest, x[row * COLUMNS + i % COLUMNS]);
                }
            }
            for (int rank = 0; rank < size; rank++) {
                assertThat(results.get(rank)[i]).isEqualTo(values(rank, ROWS * COLUMNS)[i] - largest);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("devicesAndSizes")
    void tensorOfOneRank_counts(Device device, int size) throws Exception {
        List<float[]> compiled = Ranks.run(
                size,
                rank -> floats(CollectiveKernelsKernels.countedOnce(
                        Ops.cast(tensor(device, rank.rank(), ROWS, COLUMNS), DType.F16))));
        List<float[]> eager = Ranks.run(
                size,
                rank -> floats(CollectiveKernels.countedOnce(
                        Ops.cast(tensor(device, rank.rank(), ROWS, COLUMNS), DType.F16))));
        float[] expected = floats(Ops.exp(Ops.cast(tensor(Device.cpu(), 0, ROWS, COLUMNS), DType.F16)));
        for (float[] result : compiled) {
            assertThat(result).containsExactly(expected, within(1e-2f));
        }
        for (float[] result : eager) {
            assertThat(result).containsExactly(expected);
        }
    }

    private static float[] floats(Tensor tensor) {
        return Ops.cast(tensor, DType.F32).toFloatArray();
    }

    @Test
    void groups_areTakenByName() throws Exception {
        List<Communicator> ranks = Communicator.threads(CollectiveKernels.GROUP, 2, Duration.ofMinutes(1));
        List<int[]> results = Ranks.run(ranks, rank -> {
            try (Communicator.Binding alone = Communicator.single().bind()) {
                return CollectiveKernelsKernels.ofAnotherGroup(Tensor.of(new int[] {1, 2 + rank.rank()}, 2))
                        .toIntArray();
            }
        });
        assertThat(results).allSatisfy(result -> assertThat(result).containsExactly(2, 5));
    }

    @Test
    void withoutACommunicatorTheMethod_isNamed() {
        Tensor x = Tensor.of(new int[] {1}, 1);
        try (Communicator.Binding world = Communicator.single().bind()) {
            assertThatThrownBy(() -> CollectiveKernelsKernels.ofAnotherGroup(x))
                    .isInstanceOfSatisfying(
                            CommunicatorException.class,
                            e -> assertThat(e.problem()).isEqualTo(RuntimeProblem.COMMUNICATOR_MISSING))
                    .hasMessageContaining("ofAnotherGroup: the group tensor parallel has no communicator");
            assertThatThrownBy(() -> CollectiveKernels.ofAnotherGroup(x))
                    .isInstanceOf(CommunicatorException.class)
                    .hasMessageContaining("allReduce: the group tensor parallel has no communicator");
        }
    }

    @Test
    void rankThatThrows_endsTheCallsOfOthers() throws Exception {
        List<Throwable> failures = Ranks.failures(Communicator.threads(2), rank -> {
            if (rank.rank() == 1) {
                IllegalStateException noData = new IllegalStateException("no data");
                rank.fail(noData);
                throw noData;
            }
            return CollectiveKernelsKernels.parallelLinear(
                    tensor(Device.cpu(), 0, 300, 40), tensor(Device.cpu(), 1, 40, 300), tensor(Device.cpu(), 2, 300));
        });
        assertThat(failures.get(0))
                .isInstanceOf(CommunicatorException.class)
                .hasMessageContaining(
                        "rank failed: rank 1 of the group world: java.lang.IllegalStateException: no data");
        assertThat(failures.get(1)).isInstanceOf(IllegalStateException.class);
    }
}
