package io.graphkernel.runtime.generated.library.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.RestoredThreads;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.generated.library.PostOp;
import io.graphkernel.runtime.internal.memory.ConstantMemory;
import io.graphkernel.testing.TestTier;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(RestoredThreads.class)
class MatMulCallTest {
    private static final List<PostOp> EVERY_KIND = List.of(PostOp.BIAS, PostOp.GELU_TANH, PostOp.MUL, PostOp.ADD);

    /** Places of execution; the number of threads does not matter on devices. */
    private Function<DType, List<CallPlace>> targets = CallPlace::all;

    /** True if b is a constant of a class. */
    private boolean constants;

    private void threads(int count) {
        KernelThreads.setCount(count);
        targets = count == 1 ? CallPlace::all : dtype -> CallPlace.HOSTS;
    }

    @ParameterizedTest
    @EnumSource(value = DType.class, names = "BOOL|F8.*", mode = EnumSource.Mode.MATCH_NONE)
    @Tag("sampled")
    void matMulCall_ofEveryDType_isRight(DType dtype) {
        check(dtype, dtype, new long[] {37, 50}, new long[] {50, 19}, List.of());
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"I8", "U8"})
    void matMulCall_ofBytesIntoInts_isRight(DType dtype) {
        check(dtype, DType.I32, new long[] {70, 200}, new long[] {200, 33}, List.of());
        check(dtype, DType.I32, new long[] {17, 65}, new long[] {65, 48}, List.of());
        check(dtype, DType.I32, new long[] {3, 33, 68}, new long[] {3, 68, 49}, List.of());
    }

    /**
     * Constant weights are packed at the first call, in blocks of several sizes; others at the same address are not confused with
     * them.
     */
    @ParameterizedTest
    @CsvSource({"I8, I32", "U8, I32", "BF16, BF16", "F16, F16", "F32, F32"})
    @Tag("slow")
    void matMulCall_ofConstantWeights_isRight(DType dtype, DType resultType) {
        List<PostOp> epilogue = resultType == DType.BF16 ? List.of(PostOp.BIAS, PostOp.SILU) : List.of();
        for (int count : new int[] {1, 5}) {
            threads(count);
            targets = placeDtype -> CallPlace.HOSTS;
            constants = true;
            check(dtype, resultType, new long[] {600, 70}, new long[] {70, 1024}, epilogue);
            check(dtype, resultType, new long[] {16, 384}, new long[] {384, 515}, epilogue);
            check(dtype, resultType, new long[] {3, 20, 33}, new long[] {33, 40}, epilogue);
            check(dtype, resultType, new long[] {3, 20, 33}, new long[] {1, 33, 40}, epilogue);
            check(dtype, resultType, new long[] {3, 4, 33}, new long[] {3, 33, 40}, epilogue);
            check(dtype, resultType, new long[] {1, 1}, new long[] {1, 1}, epilogue);
            constants = false;
            check(dtype, resultType, new long[] {16, 384}, new long[] {384, 515}, epilogue);
        }
    }

    /** Also where a row does not fill the last tile that a processor multiplies. */
    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F32", "F64", "F16", "BF16"})
    @Tag("sampled")
    void rowsOfNaN_reachNoOtherRow(DType dtype) {
        for (int transposes = 0; transposes < 4; transposes++) {
            for (int inner : new int[] {5, 33, 64, 100}) {
                checkRowsOfNaN(dtype, (transposes & 1) != 0, (transposes & 2) != 0, 37, inner, 40);
            }
        }
    }

    private void checkRowsOfNaN(DType dtype, boolean transposeA, boolean transposeB, int m, int k, int n) {
        float[] rows = new float[m * k];
        for (int i = 0; i < rows.length; i++) {
            int row = transposeA ? i % m : i / k;
            rows[i] = row % 2 == 0 ? 1 : Float.NaN;
        }
        Tensor a = Ops.cast(Tensor.of(rows, transposeA ? new long[] {k, m} : new long[] {m, k}), dtype);
        Tensor b = Ops.cast(Tensor.full(1, transposeB ? new long[] {n, k} : new long[] {k, n}), dtype);
        MatMulCall call = new MatMulCall("k", "a", "b", dtype, dtype, 2, 2, transposeA, transposeB);
        double[] expected = new double[m * n];
        Arrays.setAll(expected, i -> i / n % 2 == 0 ? k : Double.NaN);
        for (CallPlace target : targets.apply(dtype)) {
            double[] products = RawTensor.values(CallRunner.run(call, target, a, b, List.of(), m, n));
            assertThat(products).as("%s on %s", call, target).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F32", "F64", "F16", "BF16"})
    @Tag("slow")
    void matMulCall_ofEveryPostOp_isRight(DType dtype) {
        for (PostOp operation : PostOp.values()) {
            check(dtype, dtype, new long[] {33, 20}, new long[] {20, 70}, List.of(operation));
        }
        check(dtype, dtype, new long[] {33, 20}, new long[] {20, 70}, EVERY_KIND);
        check(dtype, dtype, new long[] {33, 20}, new long[] {20, 70}, List.of(PostOp.BIAS, PostOp.RELU));
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"I32", "I64", "I8"})
    void integers_takeSumsProductsAndRelu(DType dtype) {
        List<PostOp> epilogue = List.of(PostOp.BIAS, PostOp.MUL, PostOp.ADD, PostOp.RELU);
        check(dtype, DType.I8 == dtype ? DType.I32 : dtype, new long[] {5, 6}, new long[] {6, 7}, epilogue);
    }

    /**
     * The host's tiling for its threads; in the exhaustive tier also on devices, where each matmul takes a second if emulated.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    @Tag("slow")
    @Tag("sampled")
    void matMulCall_ofEveryTiling_isRight(int count) {
        threads(count);
        if (!TestTier.isExhaustive()) {
            targets = dtype -> CallPlace.HOSTS;
        }
        check(DType.F32, DType.F32, new long[] {1030, 40}, new long[] {40, 1024}, List.of(PostOp.BIAS));
        check(DType.F32, DType.F32, new long[] {520, 1024}, new long[] {1024, 72}, EVERY_KIND);
        check(DType.F32, DType.F32, new long[] {1030, 40}, new long[] {40, 1024}, List.of(PostOp.BIAS, PostOp.RELU));
        check(DType.F32, DType.F32, new long[] {3, 2000}, new long[] {2000, 515}, EVERY_KIND);
        check(DType.F32, DType.F32, new long[] {1, 1}, new long[] {1, 1}, EVERY_KIND);
        check(DType.BF16, DType.BF16, new long[] {600, 16}, new long[] {16, 2048}, EVERY_KIND);
        check(DType.F16, DType.F16, new long[] {90, 300}, new long[] {300, 200}, EVERY_KIND);
    }

    /** Small tiles and, where there are enough for every multiprocessor, large ones, of which the last is not full. */
    @Test
    @Tag("slow")
    void matMulCall_ofEveryTileOfDevices_isRight() {
        check(DType.F32, DType.F32, new long[] {70, 500}, new long[] {500, 67}, EVERY_KIND);
        check(DType.F32, DType.F32, new long[] {390, 20}, new long[] {20, 520}, List.of(PostOp.BIAS));
        check(DType.F32, DType.F32, new long[] {300, 70}, new long[] {70, 100}, List.of(PostOp.BIAS, PostOp.RELU));
        check(DType.F32, DType.F32, new long[] {1, 1}, new long[] {1, 1}, EVERY_KIND);
        check(DType.BF16, DType.BF16, new long[] {390, 16}, new long[] {16, 520}, EVERY_KIND);
        check(DType.F16, DType.F16, new long[] {90, 300}, new long[] {300, 200}, EVERY_KIND);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    @Tag("slow")
    void batches_broadcast(int count) {
        threads(count);
        check(DType.F32, DType.F32, new long[] {7, 20, 30}, new long[] {7, 30, 10}, EVERY_KIND);
        check(DType.F32, DType.F32, new long[] {3, 1, 20, 30}, new long[] {5, 30, 10}, EVERY_KIND);
        check(DType.F32, DType.F32, new long[] {30, 20, 3}, new long[] {3, 40}, EVERY_KIND);
        check(DType.F32, DType.F32, new long[] {20, 30}, new long[] {4, 30, 10}, List.of());
        check(DType.F32, DType.F32, new long[] {2, 3, 1, 8, 9}, new long[] {2, 1, 11, 9, 5}, List.of(PostOp.ADD));
        check(DType.F32, DType.F32, new long[] {3, 120, 130}, new long[] {3, 130, 110}, EVERY_KIND);
        check(DType.F32, DType.F32, new long[] {7, 20, 30}, new long[] {7, 30, 10}, List.of(PostOp.RELU));
        check(DType.I64, DType.I64, new long[] {2, 3, 4}, new long[] {4, 5}, List.of());
        check(DType.BF16, DType.BF16, new long[] {2, 1, 3, 4}, new long[] {3, 4, 5}, List.of(PostOp.SILU));
    }

    @ParameterizedTest
    @CsvSource({"0, 4, 5", "3, 0, 5", "3, 4, 0", "0, 0, 0"})
    void matMulCall_ofEmptySizes_isRight(long m, long k, long n) {
        check(DType.F32, DType.F32, new long[] {m, k}, new long[] {k, n}, List.of(PostOp.BIAS, PostOp.TANH));
        check(DType.I32, DType.I32, new long[] {2, m, k}, new long[] {2, k, n}, List.of());
    }

    @Test
    void matMulCall_ofEmptyBatch_isRight() {
        check(DType.F32, DType.F32, new long[] {0, 3, 4}, new long[] {1, 4, 5}, List.of());
    }

    static List<CallPlace> everywhere() {
        return CallPlace.all(DType.F32);
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void specialValues_pass(CallPlace target) {
        Tensor a = Tensor.of(new float[] {Float.NaN, 1, Float.NEGATIVE_INFINITY, 1}, 2, 2);
        Tensor b = Tensor.of(new float[] {1, 1, 0, 1}, 2, 2);
        MatMulCall call = new MatMulCall("k", "a", "b", DType.F32, DType.F32, 2, 2, false, false);
        Tensor result = CallRunner.run(call, target, a, b, List.of(), 2, 2);
        assertThat(result.toFloatArray())
                .containsExactly(Float.NaN, Float.NaN, Float.NEGATIVE_INFINITY, Float.NEGATIVE_INFINITY);
    }

    static List<Object[]> everywhereInFloats() {
        return Stream.of(DType.F32, DType.F16, DType.BF16)
                .flatMap(dtype -> CallPlace.all(dtype).stream().map(target -> new Object[] {dtype, target}))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("everywhereInFloats")
    @Tag("sampled")
    void relu_keepsWhatIsNotLessThanZero(DType dtype, CallPlace target) {
        float infinity = Float.POSITIVE_INFINITY;
        float[] values = {Float.NaN, -infinity, infinity, 0, -0x1p-14f, 0x1p-14f, -1, 1, -0x1p15f};
        Tensor zeros = Ops.cast(Tensor.zeros(2, 1), dtype);
        Tensor ones = Ops.cast(Tensor.full(1, 1, values.length), dtype);
        Tensor bias = Ops.cast(Tensor.of(values, values.length), dtype);
        MatMulCall call = new MatMulCall("k", "a", "b", dtype, dtype, 2, 2, false, false, PostOp.BIAS, PostOp.RELU);
        Tensor result = CallRunner.run(call, target, zeros, ones, List.of(bias), 2, values.length);
        float[] row = Arrays.copyOfRange(result.toFloatArray(), values.length, 2 * values.length);
        assertThat(row).containsExactly(Float.NaN, 0, infinity, 0, 0, 0x1p-14f, 0, 1, 0);
    }

    @Test
    void nothing_comesAfterRelu() {
        assertThatThrownBy(() -> new MatMulCall(
                        "k", "a", "b", DType.F32, DType.F32, 2, 2, false, false, PostOp.RELU, PostOp.BIAS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[RELU, BIAS]");
    }

    @Test
    void innerDims_mustAgree() {
        MatMulCall call = new MatMulCall("net", "x", "w", DType.F32, DType.F32, 2, 2, false, true);
        assertThatThrownBy(() ->
                        CallRunner.run(call, CallPlace.HOST, Tensor.zeros(2, 3), Tensor.zeros(5, 4), List.of(), 2, 5))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("net: x [2, 3] has 3 columns, but w [5, 4] transposed has 4 rows");
    }

    @Test
    void batches_mustBroadcast() {
        MatMulCall call = new MatMulCall("net", "x", "w", DType.F32, DType.F32, 3, 3, false, false);
        assertThatThrownBy(() -> CallRunner.run(
                        call, CallPlace.HOST, Tensor.zeros(2, 2, 2), Tensor.zeros(3, 2, 2), List.of(), 1))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("net: x is [2, 2, 2] and w is [3, 2, 2]");
    }

    /** Everywhere, all transpositions; once more with other addresses, by the plan that is kept. */
    private void check(DType dtype, DType resultType, long[] a, long[] b, List<PostOp> epilogue) {
        for (int transposes = 0; transposes < 4; transposes++) {
            boolean transposeA = (transposes & 1) != 0;
            boolean transposeB = (transposes & 2) != 0;
            MatMulCall call = new MatMulCall(
                    "k",
                    "a",
                    "b",
                    dtype,
                    resultType,
                    a.length,
                    b.length,
                    transposeA,
                    transposeB,
                    epilogue.toArray(new PostOp[0]));
            for (int seed = 0; seed < 2; seed++) {
                checkOnce(call, new Random(seed), transposeA ? swapped(a) : a, transposeB ? swapped(b) : b, transposes);
            }
        }
    }

    private static long[] swapped(long[] dims) {
        long[] result = dims.clone();
        result[dims.length - 1] = dims[dims.length - 2];
        result[dims.length - 2] = dims[dims.length - 1];
        return result;
    }

    private void checkOnce(MatMulCall call, Random random, long[] aDims, long[] bDims, int transposes) {
        Tensor a = RawTensor.random(random, call.dtype(), aDims);
        Tensor b = RawTensor.random(random, call.dtype(), bDims);
        if (constants) {
            ConstantMemory.add(b, b.address(), b.elementCount() * b.dtype().bytes());
        }
        NaiveProduct expected = new NaiveProduct(a, (transposes & 1) != 0, b, (transposes & 2) != 0);
        long columns = expected.dims[expected.dims.length - 1];
        List<Tensor> tail = CallRunner.tail(random, call.dtype(), call.epilogue(), columns, expected.dims);
        CallRunner.apply(call.epilogue(), tail, expected.values, i -> (int) (i % columns));
        for (CallPlace target : targets.apply(call.dtype())) {
            double[] actual = RawTensor.values(CallRunner.run(call, target, a, b, tail, expected.dims));
            double scale = call.resultType() == DType.F32 ? expected.magnitude : 1;
            CallRunner.assertClose(
                    call,
                    Arrays.toString(aDims) + " x " + Arrays.toString(bDims) + " on " + target,
                    actual,
                    expected.values,
                    scale);
        }
    }
}
