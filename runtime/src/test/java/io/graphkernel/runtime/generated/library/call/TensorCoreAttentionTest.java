package io.graphkernel.runtime.generated.library.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.cuda.EmulatedCuda;
import io.graphkernel.runtime.CudaTests;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.testing.TestTier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Attention by the built-in kernel on tensor cores, compared with sums in {@code double}. */
@Tag("emulated")
@Tag("sampled")
class TensorCoreAttentionTest {
    private static final int CASES = TestTier.select(6, 12, 400);

    /** Around the sizes of fragments, tiles of keys and tiles of queries. */
    private static final long[] ROWS = {1, 2, 8, 15, 16, 17, 63, 64, 65, 127, 128, 129, 200};

    /** Around the sizes of chunks and fragments, and of both variants of rows; the last two are computed without tensor cores. */
    private static final long[] SIZES = {1, 7, 8, 15, 16, 24, 63, 64, 65, 80, 127, 128, 129, 136};

    private static final long MAX_SIZE = 128;

    private static final String[] MASKS = {"", "", "bhst", "st", "1t", "b1st"};

    private static final double SCALE = 0.25;

    /** Relative error of a term that is truncated to f32 when it is aligned and when it is added. */
    private static final double TRUNCATION = 0x1p-22;

    private final Random random = new Random(11);
    private CallPlace tensorCores;

    @BeforeEach
    void findDevice() {
        Assumptions.assumeTrue(CudaTests.deviceIfAny().isPresent(), "there is no CUDA device");
        tensorCores = new CallPlace(CudaTests.deviceIfAny().orElseThrow(), false);
    }

    private static long count(EmulatedCuda.Count counted) {
        return CudaTests.isEmulated() ? EmulatedCuda.count(counted) : 0;
    }

    /**
     * The bound of docs/devices.md: the weights are rounded to the dtype, and so is the result. Sums are truncated after
     * each term.
     */
    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F16", "BF16"})
    void attention_ofRandomShapes_isWithinTheStatedBound(DType dtype) {
        for (int i = 0; i < CASES; i++) {
            long size = SIZES[random.nextInt(SIZES.length)];
            AttentionSizes sizes = new AttentionSizes(
                    1 + random.nextInt(2),
                    1 + random.nextInt(2),
                    ROWS[random.nextInt(ROWS.length)],
                    ROWS[random.nextInt(ROWS.length)],
                    size,
                    MASKS[random.nextInt(MASKS.length)]);
            long products = count(EmulatedCuda.Count.PRODUCTS);
            long conflicts = count(EmulatedCuda.Count.BANK_CONFLICTS);
            check(dtype, sizes);
            if (CudaTests.isEmulated()) {
                assertThat(count(EmulatedCuda.Count.PRODUCTS) > products)
                        .as("%s", sizes)
                        .isEqualTo(size <= MAX_SIZE);
                assertThat(count(EmulatedCuda.Count.BANK_CONFLICTS)).isEqualTo(conflicts);
            }
        }
    }

    private void check(DType dtype, AttentionSizes sizes) {
        // The terms of large scores cancel.
        double factor = random.nextBoolean() ? 1 : 16;
        List<Tensor> operands = new ArrayList<>(List.of(
                RawTensor.gaussian(random, dtype, factor, sizes.query()),
                RawTensor.gaussian(random, dtype, sizes.key()),
                RawTensor.gaussian(random, dtype, sizes.key())));
        if (sizes.isMasked()) {
            operands.add(RawTensor.gaussian(random, dtype, sizes.maskDims()));
        }
        double[] actual = RawTensor.values(run(dtype, sizes.isMasked() ? sizes.maskDims().length : -1, operands));
        double[][] weights = sizes.weights(operands, sizes.isMasked() ? operands.get(3) : null, SCALE);
        double[] value = RawTensor.values(operands.get(2));
        int size = (int) sizes.size();
        double rounding = dtype == DType.F16 ? 0x1p-11 : 0x1p-8;
        // Subnormal weights of f16.
        double smallest = dtype == DType.F16 ? 0x1p-25 : 0;
        for (int row = 0; row < weights.length; row++) {
            int firstKey = row / (int) sizes.queries() * (int) sizes.keys();
            double delta = scoreError(operands, row, firstKey, sizes);
            assertThat(delta).isLessThan(0.1);
            for (int column = 0; column < size; column++) {
                double sum = 0;
                double magnitude = 0;
                double values = 0;
                for (int i = 0; i < sizes.keys(); i++) {
                    double term = weights[row][i] * value[(firstKey + i) * size + column];
                    sum += term;
                    magnitude += Math.abs(term);
                    values += Math.abs(value[(firstKey + i) * size + column]);
                }
                double bound = (rounding + 3 * delta + sizes.keys() * 0x1p-20) * magnitude + smallest * values;
                assertThat(actual[row * size + column])
                        .as("%s %s, row %s, column %s", dtype, sizes, row, column)
                        .isCloseTo(sum, within(bound + rounding * (Math.abs(sum) + bound)));
            }
        }
    }

    /** Returns the error bound of the scores of a query. */
    private static double scoreError(List<Tensor> operands, int row, int firstKey, AttentionSizes sizes) {
        double[] query = RawTensor.values(operands.get(0));
        double[] key = RawTensor.values(operands.get(1));
        int size = (int) sizes.size();
        double largest = 0;
        for (int i = 0; i < sizes.keys(); i++) {
            double magnitude = 0;
            for (int column = 0; column < size; column++) {
                magnitude += Math.abs(query[row * size + column] * key[(firstKey + i) * size + column]);
            }
            largest = Math.max(largest, size * TRUNCATION * SCALE * magnitude);
        }
        return largest;
    }

    private Tensor run(DType dtype, int maskRank, List<Tensor> operands) {
        FlashAttentionCall call = new FlashAttentionCall("k", dtype, maskRank >= 0, Math.max(maskRank, 0));
        return AttentionSizes.run(
                call, tensorCores, SCALE, operands.get(0).dimensions(), operands.toArray(Tensor[]::new));
    }

    /** Also of rows that are not aligned. */
    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F16", "BF16"})
    void query_hasTheSameBits_amongAnyOthers(DType dtype) {
        int queries = 150;
        for (int size : new int[] {40, 77}) {
            Tensor query = RawTensor.gaussian(random, dtype, 1, 1, queries, size);
            Tensor key = RawTensor.gaussian(random, dtype, 1, 1, 100, size);
            Tensor value = RawTensor.gaussian(random, dtype, 1, 1, 100, size);
            double[] batch = RawTensor.values(run(dtype, -1, List.of(query, key, value)));
            for (int row : new int[] {0, 9, 131, 149}) {
                Tensor alone = Ops.slice(query, new long[] {0, 0, row, 0}, new long[] {1, 1, 1, size});
                assertThat(RawTensor.values(run(dtype, -1, List.of(alone, key, value))))
                        .isEqualTo(Arrays.copyOfRange(batch, row * size, (row + 1) * size));
            }
        }
    }

    /** A key that a mask removes has no weight, even if its score is NaN; a query without keys has the result NaN. */
    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F16", "BF16"})
    void removedKeys_haveNoWeight(DType dtype) {
        int keys = 70;
        Tensor query = RawTensor.gaussian(random, dtype, 1, 1, 2, 16);
        Tensor value = RawTensor.gaussian(random, dtype, 1, 1, keys, 16);
        Tensor key = RawTensor.gaussian(random, dtype, 1, 1, keys, 16);
        float[] mask = new float[2 * keys];
        for (int i = 0; i < keys; i++) {
            mask[i] = i % 3 == 0 ? 0 : Float.NEGATIVE_INFINITY;
            mask[keys + i] = Float.NEGATIVE_INFINITY;
        }
        Tensor masked = Ops.cast(Tensor.of(mask, 2, keys), dtype);
        double[] actual = RawTensor.values(run(dtype, 2, List.of(query, key, value, masked)));
        float[] replaced = Ops.cast(key, DType.F32).toFloatArray();
        for (int i = 0; i < keys; i++) {
            if (i % 3 != 0) {
                Arrays.fill(replaced, i * 16, (i + 1) * 16, Float.NaN);
            }
        }
        Tensor withNaN = Ops.cast(Tensor.of(replaced, 1, 1, keys, 16), dtype);
        assertThat(RawTensor.values(run(dtype, 2, List.of(query, withNaN, value, masked))))
                .isEqualTo(actual);
        assertThat(Arrays.copyOf(actual, 16)).doesNotContain(Double.NaN);
        assertThat(Arrays.copyOfRange(actual, 16, 32)).containsOnly(Double.NaN);
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F16", "BF16"})
    void attention_withoutKeys_isZero(DType dtype) {
        for (int size : new int[] {16, 72}) {
            Tensor none = RawTensor.gaussian(random, dtype, 1, 2, 0, size);
            assertThat(RawTensor.values(
                            run(dtype, -1, List.of(RawTensor.gaussian(random, dtype, 1, 2, 3, size), none, none))))
                    .containsOnly(0);
        }
    }
}
