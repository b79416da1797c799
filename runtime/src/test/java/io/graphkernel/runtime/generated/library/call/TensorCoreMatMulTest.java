package io.graphkernel.runtime.generated.library.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.cuda.EmulatedCuda;
import io.graphkernel.runtime.CudaTests;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.PostOp;
import io.graphkernel.runtime.generated.library.device.DeviceMatMul;
import io.graphkernel.runtime.generated.library.shape.MatMulShape;
import io.graphkernel.testing.TestTier;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Products by the built-in kernel on tensor cores, compared with sums in {@code double}. */
@Tag("emulated")
@Tag("sampled")
class TensorCoreMatMulTest {
    private static final int CASES = TestTier.select(8, 60, 600);

    /** Around the sizes of fragments, slices and tiles. */
    private static final int[] SIZES = {1, 2, 7, 8, 15, 16, 17, 31, 33, 63, 64, 65, 88, 129, 200};

    private static final List<List<PostOp>> EPILOGUES = List.of(
            List.of(),
            List.of(PostOp.BIAS),
            List.of(PostOp.BIAS, PostOp.RELU),
            List.of(PostOp.SILU),
            List.of(PostOp.BIAS, PostOp.GELU_TANH, PostOp.MUL, PostOp.ADD));

    /** Relative error of a term that is truncated to f32 when it is aligned and when it is added. */
    private static final double TRUNCATION = 0x1p-22;

    private final Random random = new Random(9);
    private Device device;
    private long products;

    @BeforeEach
    void findDevice() {
        Assumptions.assumeTrue(CudaTests.deviceIfAny().isPresent(), "there is no CUDA device");
        device = CudaTests.deviceIfAny().orElseThrow();
        products = CudaTests.isEmulated() ? EmulatedCuda.count(EmulatedCuda.Count.PRODUCTS) : 0;
    }

    private int size() {
        return SIZES[random.nextInt(SIZES.length)];
    }

    private Tensor run(
            DType dtype,
            Tensor a,
            boolean transposeA,
            Tensor b,
            boolean transposeB,
            PostOp[] epilogue,
            List<Tensor> tail,
            long... dims) {
        MatMulShape shape = MatMulShape.of("k", "a", a.dimensions(), transposeA, "b", b.dimensions(), transposeB);
        LaunchFrame frame = LaunchFrame.current(device);
        LibraryKernel kernel = DeviceMatMul.builtIn(shape, dtype, List.of(epilogue), frame.deviceInUse());
        Tensor result = Tensor.empty(device, dtype == DType.I8 ? DType.I32 : dtype, dims);
        List<Tensor> operands = Stream.concat(Stream.of(a, b), tail.stream())
                .map(tensor -> tensor.to(device))
                .toList();
        int slot = 0;
        for (Tensor operand : operands) {
            frame.input(slot++, operand);
        }
        frame.output(slot, result);
        kernel.launch(frame, frame.arguments());
        return result.to(Device.cpu());
    }

    /** Random sizes, transposes, batches and epilogues of numbers whose sums are exact. */
    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F16", "BF16", "I8"})
    void products_ofRandomShapes_areSums(DType dtype) {
        for (int i = 0; i < CASES; i++) {
            checkRandomShape(dtype, i % 4);
        }
        if (CudaTests.isEmulated()) {
            assertThat(EmulatedCuda.count(EmulatedCuda.Count.PRODUCTS)).isGreaterThan(products);
        }
    }

    private void checkRandomShape(DType dtype, int transposes) {
        boolean transposeA = (transposes & 1) != 0;
        boolean transposeB = (transposes & 2) != 0;
        int m = size();
        int n = size();
        int k = random.nextInt(10) == 0 ? 0 : size();
        long[][][] batches = {{{}, {}}, {{3}, {3}}, {{2}, {}}, {{2, 1}, {3}}, {{}, {2}}};
        long[][] batch = batches[random.nextInt(batches.length)];
        Tensor a = RawTensor.random(random, dtype, dims(batch[0], transposeA ? k : m, transposeA ? m : k));
        Tensor b = RawTensor.random(random, dtype, dims(batch[1], transposeB ? n : k, transposeB ? k : n));
        List<PostOp> epilogue = dtype == DType.I8 ? List.of() : EPILOGUES.get(random.nextInt(EPILOGUES.size()));
        NaiveProduct expected = new NaiveProduct(a, transposeA, b, transposeB);
        List<Tensor> tail = CallRunner.tail(random, dtype, epilogue, n, expected.dims);
        PostOp[] postOps = epilogue.toArray(new PostOp[0]);
        double[] actual = RawTensor.values(run(dtype, a, transposeA, b, transposeB, postOps, tail, expected.dims));
        if (epilogue.isEmpty()) {
            double rounding = dtype == DType.F16 ? 0x1p-11 : dtype == DType.BF16 ? 0x1p-8 : 0;
            for (int i = 0; i < actual.length; i++) {
                assertThat(actual[i]).isCloseTo(expected.values[i], within(rounding * Math.abs(expected.values[i])));
            }
            return;
        }
        CallRunner.apply(epilogue, tail, expected.values, i -> i % n);
        MatMulCall call =
                new MatMulCall("k", "a", "b", dtype, dtype, a.rank(), b.rank(), transposeA, transposeB, postOps);
        String shapes = Arrays.toString(a.dimensions()) + " x " + Arrays.toString(b.dimensions());
        CallRunner.assertClose(call, shapes, actual, expected.values, 1);
    }

    private static long[] dims(long[] batch, long rows, long columns) {
        long[] dims = Arrays.copyOf(batch, batch.length + 2);
        dims[batch.length] = rows;
        dims[batch.length + 1] = columns;
        return dims;
    }

    /** The bound of docs/devices.md. */
    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F16", "BF16"})
    void product_isWithinTheStatedBound(DType dtype) {
        int m = 20;
        int n = 24;
        int k = 1000;
        Tensor a = RawTensor.gaussian(random, dtype, m, k);
        Tensor b = RawTensor.gaussian(random, dtype, k, n);
        double[] actual = RawTensor.values(run(dtype, a, false, b, false, new PostOp[0], List.of(), m, n));
        double[] left = RawTensor.values(a);
        double[] right = RawTensor.values(b);
        double rounding = dtype == DType.F16 ? 0x1p-11 : 0x1p-8;
        for (int i = 0; i < m * n; i++) {
            double sum = 0;
            double magnitude = 0;
            for (int j = 0; j < k; j++) {
                double term = left[i / n * k + j] * right[j * n + i % n];
                sum += term;
                magnitude += Math.abs(term);
            }
            double bound = k * TRUNCATION * magnitude;
            assertThat(actual[i]).isCloseTo(sum, within(bound + rounding * (Math.abs(sum) + bound)));
        }
    }

    /** Also of another tile size, with other strides, and of rows that are not aligned. */
    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F16", "BF16"})
    void row_hasTheSameBits_inEveryBatch(DType dtype) {
        int n = 150;
        for (int k : new int[] {77, 96}) {
            Tensor a = RawTensor.gaussian(random, dtype, 300, k);
            Tensor b = RawTensor.gaussian(random, dtype, k, n);
            double[] batch = RawTensor.values(run(dtype, a, false, b, false, new PostOp[0], List.of(), 300, n));
            Tensor transposed = Ops.transpose(b);
            for (int row : new int[] {0, 9, 131, 299}) {
                Tensor alone = Ops.slice(a, new long[] {row, 0}, new long[] {1, k});
                double[] expected = Arrays.copyOfRange(batch, row * n, (row + 1) * n);
                assertThat(RawTensor.values(run(dtype, alone, false, b, false, new PostOp[0], List.of(), 1, n)))
                        .isEqualTo(expected);
                assertThat(RawTensor.values(run(dtype, alone, false, transposed, true, new PostOp[0], List.of(), 1, n)))
                        .isEqualTo(expected);
            }
        }
    }
}
