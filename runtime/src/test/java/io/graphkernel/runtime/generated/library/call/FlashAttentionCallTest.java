package io.graphkernel.runtime.generated.library.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.common.target.CpuLibraryModel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.Ops;
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

/** Tests of attention calls on every place, against float64 sums. */
@ExtendWith(RestoredThreads.class)
class FlashAttentionCallTest {
    private static final double SCALE = 0.3;
    private static final float INFINITY = Float.POSITIVE_INFINITY;

    private final Random random = new Random(5);

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F32", "F64", "F16", "BF16"})
    @Tag("sampled")
    void flashAttentionCall_ofEveryDType_isRight(DType dtype) {
        check(dtype, new AttentionSizes(2, 3, 9, 11, 8, ""));
        check(dtype, new AttentionSizes(2, 3, 9, 11, 8, "bhst"));
        check(dtype, new AttentionSizes(1, 2, 70, 130, 20, "b1st"));
        check(dtype, new AttentionSizes(1, 1, 5, 241, 7, ""));
    }

    @ParameterizedTest
    @CsvSource({"bhst", "11st", "b11t", "bhs1", "1h1t", "st", "1t", "s1", "t", "1", "-"})
    @Tag("sampled")
    void flashAttentionCall_ofEveryMask_isRight(String mask) {
        check(DType.F32, new AttentionSizes(2, 3, 6, 10, 4, mask));
        check(DType.BF16, new AttentionSizes(2, 2, 5, 7, 6, mask));
    }

    @ParameterizedTest
    @CsvSource({
        "64, 144, 64",
        "65, 145, 65",
        "128, 288, 66",
        "17, 143, 130",
        "1, 1, 1",
        "3, 2, 200",
        "66, 291, 67",
        "1, 193, 64"
    })
    @Tag("slow")
    void flashAttentionCall_ofEveryTail_isRight(long queries, long keys, long size) {
        check(DType.F32, new AttentionSizes(1, 2, queries, keys, size, "st"));
        check(DType.BF16, new AttentionSizes(1, 1, queries, keys, size, ""));
    }

    @ParameterizedTest
    @CsvSource({"0, 2, 3, 4, 5", "2, 0, 3, 4, 5", "2, 3, 0, 4, 5", "1, 2, 3, 0, 5", "1, 2, 3, 4, 0"})
    @Tag("sampled")
    void flashAttentionCall_ofEmptySizes_isRight(long batches, long heads, long queries, long keys, long size) {
        check(DType.F32, new AttentionSizes(batches, heads, queries, keys, size, "st"));
        check(DType.BF16, new AttentionSizes(batches, heads, queries, keys, size, ""));
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "5"})
    void threads_giveTheSameBits(int count) {
        Tensor query = RawTensor.random(random, DType.F32, 2, 3, 100, 16);
        Tensor key = RawTensor.random(random, DType.F32, 2, 3, 150, 16);
        FlashAttentionCall call = new FlashAttentionCall("k", DType.F32, false, 0);
        for (CallPlace target : CallPlace.HOSTS) {
            KernelThreads.setCount(1);
            float[] alone = run(call, target, SCALE, query, key, key).toFloatArray();
            KernelThreads.setCount(count);
            assertThat(run(call, target, SCALE, query, key, key).toFloatArray()).containsExactly(alone);
        }
    }

    /** Threads share the chunks of keys of few queries, whose bits are those of one thread and of a row among others. */
    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F32", "F64", "F16", "BF16"})
    @Tag("slow")
    void chunksOfKeys_giveTheSameBits(DType dtype) {
        long keys = 2 * CpuLibraryModel.DEFAULT.attentionChunkKeys() + 100;
        Tensor query = RawTensor.random(random, dtype, 1, 2, 70, 20);
        Tensor key = RawTensor.random(random, dtype, 1, 2, keys, 20);
        Tensor value = RawTensor.random(random, dtype, 1, 2, keys, 20);
        Tensor row = Ops.identityMath(Ops.narrow(query, 2, 3, 1));
        FlashAttentionCall call = new FlashAttentionCall("k", dtype, false, 0);
        CallPlace cpu = CallPlace.HOSTS.get(0);
        KernelThreads.setCount(1);
        double[] prompt = RawTensor.values(run(call, cpu, SCALE, query, key, value));
        double[] alone = RawTensor.values(run(call, cpu, SCALE, row, key, value));
        KernelThreads.setCount(2);
        assertThat(RawTensor.values(run(call, cpu, SCALE, row, key, value))).containsExactly(alone);
        assertThat(Arrays.copyOf(alone, 20)).containsExactly(Arrays.copyOfRange(prompt, 60, 80));
        check(dtype, new AttentionSizes(1, 2, 3, keys, 8, "st"));
        check(dtype, new AttentionSizes(1, 1, 17, keys, 8, "1t"));
    }

    static List<CallPlace> everywhere() {
        return CallPlace.all(DType.F32);
    }

    /** Like softmax of a row: only -infinity gives NaN, some of it does not count, and NaN stays in its row. */
    @ParameterizedTest
    @MethodSource("everywhere")
    void flashAttentionCall_ofSpecialScores_isRight(CallPlace target) {
        Tensor query = Tensor.zeros(1, 1, 4, 2);
        Tensor key = Tensor.zeros(1, 1, 3, 2);
        Tensor value = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 1, 1, 3, 2);
        Tensor mask = Tensor.of(
                new float[] {
                    -INFINITY, -INFINITY, -INFINITY, -INFINITY, 0, -INFINITY, 0, Float.NaN, 0, 0, INFINITY, 0,
                },
                4,
                3);
        FlashAttentionCall call = new FlashAttentionCall("k", DType.F32, true, 2);
        float nan = Float.NaN;
        assertThat(run(call, target, SCALE, query, key, value, mask).toFloatArray())
                .containsExactly(nan, nan, 3, 4, nan, nan, nan, nan);
    }

    /** Whole tiles of keys that do not count come before the first one that does. */
    @ParameterizedTest
    @MethodSource("everywhere")
    void maskedKeys_mayComeFirst(CallPlace target) {
        float[] mask = new float[300];
        Arrays.fill(mask, 0, 299, -INFINITY);
        Tensor query = RawTensor.random(random, DType.F32, 1, 1, 2, 4);
        Tensor key = RawTensor.random(random, DType.F32, 1, 1, 300, 4);
        FlashAttentionCall call = new FlashAttentionCall("k", DType.F32, true, 1);
        float[] last = Arrays.copyOfRange(key.toFloatArray(), 299 * 4, 300 * 4);
        float[] result =
                run(call, target, SCALE, query, key, key, Tensor.of(mask, 300)).toFloatArray();
        assertThat(Arrays.copyOf(result, 4)).containsExactly(last);
        assertThat(Arrays.copyOfRange(result, 4, 8)).containsExactly(last);
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void largeScores_doNotOverflow(CallPlace target) {
        Tensor query = Tensor.full(100, 1, 1, 1, 2);
        Tensor key = Tensor.of(new float[] {100, 100, -100, -100}, 1, 1, 2, 2);
        FlashAttentionCall call = new FlashAttentionCall("k", DType.F32, false, 0);
        assertThat(run(call, target, 1, query, key, key).toFloatArray()).containsExactly(100, 100);
    }

    @Test
    void shapes_mustFit() {
        FlashAttentionCall call = new FlashAttentionCall("k", DType.F32, true, 2);
        Tensor query = Tensor.zeros(1, 2, 3, 4);
        Tensor key = Tensor.zeros(1, 2, 5, 4);
        assertThatThrownBy(() -> run(call, CallPlace.HOST, SCALE, query, key, key, Tensor.zeros(3, 4)))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("k: query [1, 2, 3, 4] does not match")
                .hasMessageContaining("[1, 2, 5, 4], [1, 2, 5, 4], [3, 4]");
        assertThatThrownBy(() -> run(call, CallPlace.HOST, SCALE, query, key, query, Tensor.zeros(3, 5)))
                .isInstanceOf(ShapeMismatchException.class);
    }

    private void check(DType dtype, AttentionSizes sizes) {
        List<Tensor> operands = new ArrayList<>(List.of(
                RawTensor.random(random, dtype, sizes.query()),
                RawTensor.random(random, dtype, sizes.key()),
                RawTensor.random(random, dtype, sizes.key())));
        if (sizes.isMasked()) {
            operands.add(RawTensor.random(random, dtype, sizes.maskDims()));
        }
        int maskRank = sizes.isMasked() ? sizes.maskDims().length : 0;
        FlashAttentionCall call = new FlashAttentionCall("k", dtype, sizes.isMasked(), maskRank);
        double[] wanted = expected(sizes, operands);
        for (CallPlace target : CallPlace.all(dtype)) {
            double[] actual = RawTensor.values(run(call, target, SCALE, operands.toArray(Tensor[]::new)));
            assertThat(actual).hasSameSizeAs(wanted);
            for (int i = 0; i < wanted.length; i++) {
                assertThat(actual[i])
                        .as("%s %s on %s, element %s", dtype, sizes, target, i)
                        .isCloseTo(wanted[i], within(tolerance(dtype)));
            }
        }
    }

    private static double tolerance(DType dtype) {
        return switch (dtype) {
            case F64 -> 1e-14;
            case F32 -> 6e-6;
            case F16 -> 1.5e-3;
            default -> 1.5e-2;
        };
    }

    private static double[] expected(AttentionSizes sizes, List<Tensor> operands) {
        double[] value = RawTensor.values(operands.get(2));
        double[][] weights = sizes.weights(operands, sizes.isMasked() ? operands.get(3) : null, SCALE);
        int size = (int) sizes.size();
        double[] result = new double[weights.length * size];
        for (int row = 0; row < weights.length; row++) {
            int firstKey = row / (int) sizes.queries() * weights[row].length;
            for (int column = 0; column < size; column++) {
                for (int i = 0; i < weights[row].length; i++) {
                    result[row * size + column] += weights[row][i] * value[(firstKey + i) * size + column];
                }
            }
        }
        return result;
    }

    private static Tensor run(FlashAttentionCall call, CallPlace target, double scale, Tensor... operands) {
        return AttentionSizes.run(call, target, scale, operands[0].dimensions(), operands);
    }
}
