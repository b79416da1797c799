package io.graphkernel.runtime.generated.library.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.RestoredThreads;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of the gradient of attention on every place, against its formulas in float64. */
@ExtendWith(RestoredThreads.class)
class FlashAttentionGradCallTest {
    private static final double SCALE = 0.3;
    private static final float INFINITY = Float.POSITIVE_INFINITY;

    private final Random random = new Random(6);

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F32", "F64", "F16", "BF16"})
    @Tag("sampled")
    void flashAttentionGradCall_ofEveryDType_isRight(DType dtype) {
        check(dtype, CallPlace.all(dtype), new AttentionSizes(2, 1, 9, 11, 8, "bhst"));
        check(dtype, CallPlace.HOSTS, new AttentionSizes(2, 3, 9, 11, 8, ""));
        check(dtype, CallPlace.HOSTS, new AttentionSizes(1, 2, 70, 130, 20, "b1st"));
        check(dtype, CallPlace.HOSTS, new AttentionSizes(1, 1, 5, 241, 7, ""));
    }

    /** Several tiles each way. */
    @Test
    @Tag("slow")
    void flashAttentionGradCall_ofEveryTileOfDevices_isRight() {
        check(DType.F32, CallPlace.all(DType.F32), new AttentionSizes(1, 1, 65, 67, 66, "st"));
    }

    @ParameterizedTest
    @CsvSource({"bhst", "11st", "b11t", "bhs1", "1h1t", "1t", "s1", "t", "1", "-"})
    void flashAttentionGradCall_ofEveryMask_isRight(String mask) {
        check(DType.F32, CallPlace.HOSTS, new AttentionSizes(2, 3, 6, 10, 4, mask));
        check(DType.BF16, CallPlace.HOSTS, new AttentionSizes(2, 2, 5, 7, 6, mask));
    }

    /** 150 queries of one head are several chunks, of a size of 40 one and of a size of 15 three. */
    @ParameterizedTest
    @CsvSource({
        "64, 144, 64",
        "65, 145, 65",
        "150, 20, 40",
        "150, 20, 15",
        "129, 20, 33",
        "17, 143, 130",
        "1, 1, 1",
        "3, 2, 200"
    })
    @Tag("slow")
    void flashAttentionGradCall_ofEveryTail_isRight(long queries, long keys, long size) {
        check(DType.F32, CallPlace.HOSTS, new AttentionSizes(1, 2, queries, keys, size, "st"));
        check(DType.BF16, CallPlace.HOSTS, new AttentionSizes(1, 1, queries, keys, size, ""));
    }

    /** Heads enough that each is one chunk. */
    @Test
    @Tag("slow")
    void flashAttentionGradCall_ofManyHeads_isRight() {
        check(DType.F32, CallPlace.HOSTS, new AttentionSizes(4, 9, 66, 5, 3, "h1t"));
        check(DType.F16, CallPlace.HOSTS, new AttentionSizes(4, 8, 66, 5, 3, ""));
    }

    @ParameterizedTest
    @CsvSource({"0, 2, 3, 4, 5", "2, 0, 3, 4, 5", "2, 3, 0, 4, 5", "1, 2, 3, 0, 5", "1, 2, 150, 0, 5", "1, 2, 3, 4, 0"})
    void flashAttentionGradCall_ofEmptySizes_isRight(long batches, long heads, long queries, long keys, long size) {
        check(DType.F32, CallPlace.all(DType.F32), new AttentionSizes(batches, heads, queries, keys, size, "st"));
        check(DType.BF16, CallPlace.HOSTS, new AttentionSizes(batches, heads, queries, keys, size, ""));
    }

    @ParameterizedTest
    @CsvSource({"2", "7"})
    @Tag("slow")
    void threads_giveTheSameBits(int count) {
        Tensor query = RawTensor.random(random, DType.F32, 2, 3, 300, 16);
        Tensor key = RawTensor.random(random, DType.F32, 2, 3, 150, 16);
        FlashAttentionGradCall call = new FlashAttentionGradCall("k", DType.F32, false, 0);
        for (CallPlace target : CallPlace.HOSTS) {
            KernelThreads.setCount(1);
            float[] alone = run(call, target, query, key, key, query).toFloatArray();
            KernelThreads.setCount(count);
            assertThat(run(call, target, query, key, key, query).toFloatArray()).containsExactly(alone);
        }
    }

    static List<CallPlace> everywhere() {
        return CallPlace.all(DType.F32);
    }

    /** Keys that count nothing get nothing, also if all of a query's come late; a query of none has no gradient. */
    @ParameterizedTest
    @MethodSource("everywhere")
    void flashAttentionGradCall_ofSpecialScores_isRight(CallPlace target) {
        float[] mask = new float[260];
        Arrays.fill(mask, 0, 129, -INFINITY);
        Tensor query = RawTensor.random(random, DType.F32, 1, 1, 2, 4);
        Tensor key = RawTensor.random(random, DType.F32, 1, 1, 130, 4);
        FlashAttentionGradCall call = new FlashAttentionGradCall("k", DType.F32, true, 2);
        Tensor dy = Tensor.of(new float[] {1, 2, 3, 4, 0, 0, 0, 0}, 1, 1, 2, 4);
        double[] result = values(run(call, target, query, key, key, dy, Tensor.of(mask, 2, 130)));
        assertThat(Arrays.copyOf(result, 261 * 4)).containsOnly(0);
        assertThat(Arrays.copyOfRange(result, 261 * 4, 262 * 4)).containsExactly(1, 2, 3, 4);
        Arrays.fill(mask, -INFINITY);
        assertThat(values(run(call, target, query, key, key, dy, Tensor.of(mask, 2, 130))))
                .containsOnly(Double.NaN);
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void largeScores_doNotOverflow(CallPlace target) {
        Tensor query = Tensor.full(100, 1, 1, 1, 2);
        Tensor key = Tensor.of(new float[] {100, 100, -100, -100}, 1, 1, 2, 2);
        FlashAttentionGradCall call = new FlashAttentionGradCall("k", DType.F32, false, 0);
        assertThat(values(run(call, target, query, key, key, query))).containsExactly(0, 0, 0, 0, 0, 0, 100, 100, 0, 0);
    }

    /** A zero has no sign here. */
    private static double[] values(Tensor tensor) {
        return Arrays.stream(RawTensor.values(tensor)).map(x -> x + 0.0).toArray();
    }

    @Test
    void shapes_mustFit() {
        FlashAttentionGradCall call = new FlashAttentionGradCall("k", DType.F32, false, 0);
        Tensor query = Tensor.zeros(1, 2, 3, 4);
        Tensor key = Tensor.zeros(1, 2, 5, 4);
        assertThatThrownBy(() -> run(call, CallPlace.HOST, query, key, key, key))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("k: query [1, 2, 3, 4] does not match")
                .hasMessageContaining("[1, 2, 5, 4], [1, 2, 5, 4], [1, 2, 5, 4]");
    }

    private void check(DType dtype, List<CallPlace> targets, AttentionSizes sizes) {
        List<Tensor> operands = new ArrayList<>(List.of(
                RawTensor.random(random, dtype, sizes.query()),
                RawTensor.random(random, dtype, sizes.key()),
                RawTensor.random(random, dtype, sizes.key()),
                RawTensor.random(random, dtype, sizes.query())));
        if (sizes.isMasked()) {
            operands.add(RawTensor.random(random, dtype, sizes.maskDims()));
        }
        int maskRank = sizes.isMasked() ? sizes.maskDims().length : 0;
        FlashAttentionGradCall call = new FlashAttentionGradCall("k", dtype, sizes.isMasked(), maskRank);
        double[] wanted = expected(sizes, operands);
        for (CallPlace target : targets) {
            double[] actual = RawTensor.values(run(call, target, operands.toArray(Tensor[]::new)));
            assertThat(actual).hasSameSizeAs(wanted);
            for (int i = 0; i < wanted.length; i++) {
                double size = Math.max(1, Math.abs(wanted[i]));
                assertThat(actual[i])
                        .as("%s %s on %s, element %s", dtype, sizes, target, i)
                        .isCloseTo(wanted[i], within(tolerance(dtype) * size));
            }
        }
    }

    private static double tolerance(DType dtype) {
        return switch (dtype) {
            case F64 -> 1e-13;
            case F32 -> 4e-5;
            case F16 -> 1e-3;
            default -> 8e-3;
        };
    }

    private static double[] expected(AttentionSizes sizes, List<Tensor> operands) {
        double[][] weights = sizes.weights(operands, sizes.isMasked() ? operands.get(4) : null, SCALE);
        double[] query = RawTensor.values(operands.get(0));
        double[] key = RawTensor.values(operands.get(1));
        double[] value = RawTensor.values(operands.get(2));
        double[] dy = RawTensor.values(operands.get(3));
        int queries = (int) sizes.queries();
        int keys = (int) sizes.keys();
        int size = (int) sizes.size();
        int rows = queries + 2 * keys;
        double[] result = new double[(int) (sizes.batches() * sizes.heads()) * rows * size];
        for (int row = 0; row < weights.length; row++) {
            int head = row / queries;
            double[] adjoints = new double[keys];
            double mean = 0;
            for (int i = 0; i < keys; i++) {
                for (int column = 0; column < size; column++) {
                    adjoints[i] += dy[row * size + column] * value[(head * keys + i) * size + column];
                }
                mean += weights[row][i] * adjoints[i];
            }
            for (int i = 0; i < keys; i++) {
                double dscore = weights[row][i] * (adjoints[i] - mean) * SCALE;
                for (int column = 0; column < size; column++) {
                    int first = head * rows * size + column;
                    result[first + row % queries * size] += dscore * key[(head * keys + i) * size + column];
                    result[first + (queries + i) * size] += dscore * query[row * size + column];
                    result[first + (queries + keys + i) * size] += weights[row][i] * dy[row * size + column];
                }
            }
        }
        return result;
    }

    private static Tensor run(FlashAttentionGradCall call, CallPlace target, Tensor... operands) {
        long[] dims = operands[0].dimensions();
        dims[2] += 2 * operands[1].dimensions()[2];
        return AttentionSizes.run(call, target, SCALE, dims, operands);
    }
}
