package io.graphkernel.runtime.internal.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class ThreadCommunicatorTest {
    /** More than one share, the last one short. */
    static final int ELEMENTS = 100_003;

    private static double[] values(int rank, int elements) {
        return new SplittableRandom(rank).doubles(elements, -2, 2).toArray();
    }

    private static double[] values(Tensor tensor) {
        double[] values = new double[(int) tensor.elementCount()];
        for (int i = 0; i < values.length; i++) {
            values[i] = tensor.getDouble(i);
        }
        return values;
    }

    private static float[] sums(int size) {
        double[] sums = new double[ELEMENTS];
        for (int rank = 0; rank < size; rank++) {
            double[] values = values(rank, ELEMENTS);
            for (int i = 0; i < ELEMENTS; i++) {
                sums[i] += (float) values[i];
            }
        }
        float[] rounded = new float[ELEMENTS];
        for (int i = 0; i < ELEMENTS; i++) {
            rounded[i] = (float) sums[i];
        }
        return rounded;
    }

    private static Tensor floats(int rank) {
        float[] rounded = new float[ELEMENTS];
        double[] values = values(rank, ELEMENTS);
        for (int i = 0; i < ELEMENTS; i++) {
            rounded[i] = (float) values[i];
        }
        return Tensor.of(rounded, ELEMENTS);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7})
    void everyRank_getsTheSumRoundedOnce(int size) throws Exception {
        List<float[]> results = Ranks.run(size, rank -> {
            Tensor x = floats(rank.rank());
            Tensor y = Tensor.empty(ELEMENTS);
            rank.allReduce(ReduceOp.SUM, x, y);
            rank.allReduce(ReduceOp.SUM, x);
            assertThat(x.toFloatArray()).isEqualTo(y.toFloatArray());
            return y.toFloatArray();
        });
        float[] expected = sums(size);
        assertThat(results)
                .hasSize(size)
                .allSatisfy(result -> assertThat(result).isEqualTo(expected));
    }

    @ParameterizedTest
    @EnumSource(value = DType.class, names = "BOOL|F8.*", mode = EnumSource.Mode.MATCH_NONE)
    void everyDtype_isCombined(DType dtype) throws Exception {
        for (ReduceOp op : ReduceOp.values()) {
            List<double[]> results = Ranks.run(3, rank -> {
                Tensor x = Ops.cast(Tensor.of(new float[] {rank.rank() + 1, 5 - rank.rank(), 2}, 3), dtype);
                rank.allReduce(op, x);
                return values(x);
            });
            double[] expected = switch (op) {
                case SUM -> new double[] {6, 12, 6};
                case PROD -> new double[] {6, 60, 8};
                case MIN -> new double[] {1, 3, 2};
                case MAX -> new double[] {3, 5, 2};
            };
            assertThat(results)
                    .allSatisfy(
                            result -> assertThat(result).as("%s %s", op, dtype).containsExactly(expected));
        }
    }

    @Test
    void integers_wrapAroundAndNanStays() throws Exception {
        List<Tensor> results = Ranks.run(2, rank -> {
            Tensor bytes = Tensor.of(DType.I8, new byte[] {100}, 1);
            rank.allReduce(ReduceOp.SUM, bytes);
            Tensor floats = Tensor.of(new float[] {rank.rank() == 0 ? Float.NaN : 1}, 1);
            rank.allReduce(ReduceOp.MAX, floats);
            assertThat(floats.toFloatArray()).containsExactly(Float.NaN);
            return bytes;
        });
        assertThat(results).allSatisfy(bytes -> assertThat(bytes.toByteArray()).containsExactly((byte) 200));
    }

    @Test
    void sums_areInTheOrderOfRanksWhateverTheTiming() throws Exception {
        // Added in another order, the large terms would not cancel in time.
        double[][] terms = {{0x1p60}, {1}, {-0x1p60}, {1}};
        double expected = DoubleStream.of(0x1p60, 1, -0x1p60, 1).reduce(0, Double::sum);
        for (int iteration = 0; iteration < 50; iteration++) {
            int late = iteration % 4;
            List<double[]> results = Ranks.run(4, rank -> {
                Tensor x = Tensor.of(terms[rank.rank()], 1);
                if (rank.rank() == late) {
                    Thread.sleep(1);
                }
                rank.allReduce(ReduceOp.SUM, x);
                return values(x);
            });
            assertThat(results).allSatisfy(result -> assertThat(result).containsExactly(expected));
        }
    }

    @Test
    void manyCollectives_mayBeUnderWay() throws Exception {
        List<Long> sums = Ranks.run(4, rank -> {
            Tensor[] tensors = IntStream.range(0, 20)
                    .mapToObj(i -> Tensor.full(DType.I64, (long) i + rank.rank(), 1 + i * 3000L))
                    .toArray(Tensor[]::new);
            Communicator.Collective[] begun = new Communicator.Collective[tensors.length];
            for (int i = 0; i < tensors.length; i++) {
                long address = tensors[i].address();
                begun[i] = rank.start(ReduceOp.SUM, DType.I64, address, address, tensors[i].elementCount());
            }
            long sum = 0;
            for (int i = tensors.length - 1; i >= 0; i--) {
                begun[i].await();
                assertThat(tensors[i].toLongArray()).containsOnly(4L * i + 6);
                sum += tensors[i].getLong(0);
            }
            return sum;
        });
        assertThat(sums).containsOnly(4L * 190 + 6 * 20);
    }

    @Test
    void emptyTensors_meetToo() throws Exception {
        assertThat(Ranks.run(3, rank -> {
                    Tensor x = Tensor.empty(0, 5);
                    rank.allReduce(ReduceOp.SUM, x);
                    return x.elementCount();
                }))
                .containsOnly(0L);
    }

    @ParameterizedTest
    @CsvSource({"0", "-1"})
    void group_hasRanks(int size) {
        assertThatThrownBy(() -> Communicator.threads(size))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("the size of the group world");
    }

    @Test
    void operands_areChecked() {
        Communicator single = Communicator.single();
        assertThatThrownBy(() -> single.allReduce(ReduceOp.SUM, Tensor.zeros(DType.BOOL, 2)))
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageContaining("bool[2]");
        assertThatThrownBy(() -> single.allReduce(ReduceOp.SUM, Tensor.zeros(2), Tensor.zeros(3)))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("target is f32[3] but must be f32[2]");
    }

    @Test
    void oneRank_copies() {
        Tensor x = Tensor.of(new float[] {1, 2}, 2);
        Tensor y = Tensor.empty(2);
        try (Communicator single = Communicator.single("alone")) {
            single.allReduce(ReduceOp.PROD, x, y);
            assertThat(y.toFloatArray()).containsExactly(1, 2);
            assertThat(single).hasToString("rank 0 of 1 of alone");
            single.close();
            assertThatThrownBy(() -> single.allReduce(ReduceOp.PROD, x))
                    .hasMessageContaining("communicator is closed: rank 0 of the group alone");
        }
    }
}
