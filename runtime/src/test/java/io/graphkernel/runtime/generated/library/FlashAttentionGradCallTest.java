package io.graphkernel.runtime.generated.library;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The gradient of attention of one call site on every place, against its formulas in double. */
@ExtendWith(RestoredThreads.class)
class FlashAttentionGradCallTest {
    private static final double SCALE = 0.3;
    private static final float INFINITY = Float.POSITIVE_INFINITY;

    private final Random random = new Random(6);

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F32", "F64", "F16", "BF16"})
    void everyDType(DType dtype) {
        check(dtype, CallPlace.all(dtype), new AttentionSizes(2, 1, 9, 11, 8, "bhst"));
        check(dtype, CallPlace.HOSTS, new AttentionSizes(2, 3, 9, 11, 8, ""));
        check(dtype, CallPlace.HOSTS, new AttentionSizes(1, 2, 70, 130, 20, "b1st"));
        check(dtype, CallPlace.HOSTS, new AttentionSizes(1, 1, 5, 241, 7, ""));
    }

    /** Several tiles each way. */
    @Test
    void everyTileOfDevices() {
        check(DType.F32, CallPlace.all(DType.F32), new AttentionSizes(1, 1, 65, 67, 66, "st"));
    }

    @ParameterizedTest
    @CsvSource({"bhst", "11st", "b11t", "bhs1", "1h1t", "1t", "s1", "t", "1", "-"})
    void everyMask(String mask) {
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
    void everyTail(long queries, long keys, long size) {
        check(DType.F32, CallPlace.HOSTS, new AttentionSizes(1, 2, queries, keys, size, "st"));
        check(DType.BF16, CallPlace.HOSTS, new AttentionSizes(1, 1, queries, keys, size, ""));
    }

    /** Sums of chunks would take four times the scores if there were as many as threads may need. */
    @ParameterizedTest
    @CsvSource({"2048, 2048, 128, 8", "2048, 65536, 128, 8", "512, 512, 64, 4", "128, 4096, 128, 1"})
    void partialSumsTakeNoMoreThanTheScores(long queries, long keys, long size, long chunks) {
        AttentionShape shape = new AttentionShape(1, 1, queries, keys, size, null, 0, true);
        for (DType dtype : List.of(DType.F32, DType.F64, DType.BF16)) {
            long bytes = ((NativeAttentionGradient) NativeAttentionGradient.work(shape, dtype)).partialBytes();
            long sumBytes = Math.max(dtype.bytes(), Float.BYTES);
            assertThat(bytes)
                    .isEqualTo(chunks == 1 ? 0 : chunks * 2 * keys * size * sumBytes)
                    .isLessThanOrEqualTo(queries * keys * sumBytes);
        }
    }

    /** Heads enough that each is one chunk. */
    @Test
    void manyHeads() {
        check(DType.F32, CallPlace.HOSTS, new AttentionSizes(4, 9, 66, 5, 3, "h1t"));
        check(DType.F16, CallPlace.HOSTS, new AttentionSizes(4, 8, 66, 5, 3, ""));
    }

    @ParameterizedTest
    @CsvSource({"0, 2, 3, 4, 5", "2, 0, 3, 4, 5", "2, 3, 0, 4, 5", "1, 2, 3, 0, 5", "1, 2, 150, 0, 5", "1, 2, 3, 4, 0"})
    void emptySizes(long batches, long heads, long queries, long keys, long size) {
        check(DType.F32, CallPlace.all(DType.F32), new AttentionSizes(batches, heads, queries, keys, size, "st"));
        check(DType.BF16, CallPlace.HOSTS, new AttentionSizes(batches, heads, queries, keys, size, ""));
    }

    @ParameterizedTest
    @CsvSource({"2", "7"})
    void threadsGiveTheSameBits(int count) {
        Tensor query = RawTensor.random(random, DType.F32, 2, 3, 300, 16);
        Tensor key = RawTensor.random(random, DType.F32, 2, 3, 150, 16);
        FlashAttentionGradCall call = new FlashAttentionGradCall("k", DType.F32, false, 0);
        for (CallPlace place : CallPlace.HOSTS) {
            KernelThreads.setCount(1);
            float[] alone = run(call, place, query, key, key, query).toFloatArray();
            KernelThreads.setCount(count);
            assertThat(run(call, place, query, key, key, query).toFloatArray()).containsExactly(alone);
        }
    }

    static List<CallPlace> everywhere() {
        return CallPlace.all(DType.F32);
    }

    /** Keys that count nothing get nothing, also if all of a query's come late; a query of none has no gradient. */
    @ParameterizedTest
    @MethodSource("everywhere")
    void specialScores(CallPlace place) {
        float[] mask = new float[260];
        Arrays.fill(mask, 0, 129, -INFINITY);
        Tensor query = RawTensor.random(random, DType.F32, 1, 1, 2, 4);
        Tensor key = RawTensor.random(random, DType.F32, 1, 1, 130, 4);
        FlashAttentionGradCall call = new FlashAttentionGradCall("k", DType.F32, true, 2);
        Tensor dy = Tensor.of(new float[] {1, 2, 3, 4, 0, 0, 0, 0}, 1, 1, 2, 4);
        double[] result = values(run(call, place, query, key, key, dy, Tensor.of(mask, 2, 130)));
        assertThat(Arrays.copyOf(result, 261 * 4)).containsOnly(0);
        assertThat(Arrays.copyOfRange(result, 261 * 4, 262 * 4)).containsExactly(1, 2, 3, 4);
        Arrays.fill(mask, -INFINITY);
        assertThat(values(run(call, place, query, key, key, dy, Tensor.of(mask, 2, 130))))
                .containsOnly(Double.NaN);
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void largeScoresDoNotOverflow(CallPlace place) {
        Tensor query = Tensor.full(100, 1, 1, 1, 2);
        Tensor key = Tensor.of(new float[] {100, 100, -100, -100}, 1, 1, 2, 2);
        FlashAttentionGradCall call = new FlashAttentionGradCall("k", DType.F32, false, 0);
        assertThat(values(run(call, place, query, key, key, query))).containsExactly(0, 0, 0, 0, 0, 0, 100, 100, 0, 0);
    }

    /** A zero has no sign here. */
    private static double[] values(Tensor tensor) {
        return Arrays.stream(RawTensor.values(tensor)).map(x -> x + 0.0).toArray();
    }

    @Test
    void shapesMustFit() {
        FlashAttentionGradCall call = new FlashAttentionGradCall("k", DType.F32, false, 0);
        Tensor query = Tensor.zeros(1, 2, 3, 4);
        Tensor key = Tensor.zeros(1, 2, 5, 4);
        assertThatThrownBy(() -> run(call, CallPlace.HOST, query, key, key, key))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("k: the query [1, 2, 3, 4] does not fit")
                .hasMessageContaining("[1, 2, 5, 4], [1, 2, 5, 4], [1, 2, 5, 4]");
    }

    private void check(DType dtype, List<CallPlace> places, AttentionSizes sizes) {
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
        for (CallPlace place : places) {
            double[] actual = RawTensor.values(run(call, place, operands.toArray(Tensor[]::new)));
            assertThat(actual).hasSameSizeAs(wanted);
            for (int i = 0; i < wanted.length; i++) {
                double size = Math.max(1, Math.abs(wanted[i]));
                assertThat(actual[i])
                        .as("%s %s on %s, element %s", dtype, sizes, place, i)
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

    private static Tensor run(FlashAttentionGradCall call, CallPlace place, Tensor... operands) {
        long[] dims = operands[0].dimensions();
        dims[2] += 2 * operands[1].dimensions()[2];
        return AttentionSizes.run(call, place, SCALE, dims, operands);
    }
}
