package io.graphkernel.runtime.generated.library.cpu;

import static io.graphkernel.runtime.Ops.cast;
import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.PostOp;
import io.graphkernel.runtime.generated.library.jvm.JavaMatMul;
import io.graphkernel.runtime.generated.library.shape.MatMulShape;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The built-in kernel against plain Java. */
class NativeMatMulTest {
    private static final long[][] SIZES = {
        {1, 1, 1},
        {1, 300, 1100},
        {2, 49, 70},
        {5, 7, 3},
        {17, 129, 65},
        {97, 70, 520},
        {130, 33, 600},
        {3, 2, 1500},
        {8, 257, 16}
    };

    private static Tensor random(DType dtype, Random random, long... dims) {
        int count = (int) Arrays.stream(dims).reduce(1, (a, b) -> a * b);
        double[] elements = random.doubles(count, -1, 1)
                .map(x -> dtype.isFloat() ? x : Math.rint(127 * x))
                .toArray();
        return cast(Tensor.of(elements, dims), dtype);
    }

    private static double[] run(LibraryKernel kernel, DType resultType, long[] dims, List<Tensor> operands) {
        Tensor result = Tensor.empty(Device.cpu(), resultType, dims);
        long[] addresses = new long[operands.size() + 1];
        for (int i = 0; i < operands.size(); i++) {
            addresses[i] = operands.get(i).address();
        }
        addresses[operands.size()] = result.address();
        Tensor arguments = Tensor.of(addresses, addresses.length);
        LaunchFrame frame = LaunchFrame.current(Device.cpu());
        frame.enter();
        try {
            kernel.launch(frame, arguments.address());
        } finally {
            frame.leave();
            Reference.reachabilityFence(operands);
            Reference.reachabilityFence(arguments);
        }
        return cast(result, DType.F64).toDoubleArray();
    }

    private static void check(
            DType dtype,
            DType resultType,
            long[] a,
            boolean transposeA,
            long[] b,
            boolean transposeB,
            List<PostOp> tail) {
        try (TensorScope scope = TensorScope.open()) {
            Random random = new Random(Arrays.hashCode(a));
            MatMulShape shape = MatMulShape.of("test", "a", a, transposeA, "b", b, transposeB);
            long[] dims = shape.resultDims().stream().mapToLong(Long::longValue).toArray();
            List<Tensor> operands = new ArrayList<>(List.of(random(dtype, random, a), random(dtype, random, b)));
            for (PostOp operation : tail) {
                if (operation.hasOperand()) {
                    operands.add(random(dtype, random, operation.isPerChannel() ? new long[] {shape.n()} : dims));
                }
            }
            double[] expected = run(JavaMatMul.kernel(shape, dtype, resultType, tail), resultType, dims, operands);
            double epsilon = switch (dtype) {
                case F64 -> 1e-13;
                case F32 -> 1e-5;
                case F16 -> 4e-3;
                case BF16 -> 3e-2;
                default -> 0;
            };
            for (int threads : new int[] {1, 3}) {
                double[] actual = run(NativeMatMul.kernel(shape, dtype, tail, threads), resultType, dims, operands);
                for (int i = 0; i < expected.length; i++) {
                    assertThat(Math.abs(actual[i] - expected[i]))
                            .as(dtype + " " + shape + " element " + i + ": " + actual[i] + ", " + expected[i])
                            .isLessThanOrEqualTo(epsilon * Math.max(Math.sqrt(shape.k()), Math.abs(expected[i])));
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"F32, F32", "F64, F64", "F16, F16", "BF16, BF16", "I8, I32"})
    void matMul_inEachTranspose_isThatOfJava(DType dtype, DType resultType) {
        for (long[] size : SIZES) {
            for (int transposes = 0; transposes < 4; transposes++) {
                boolean transposeA = (transposes & 1) != 0;
                boolean transposeB = (transposes & 2) != 0;
                long[] a = transposeA ? new long[] {size[2], size[0]} : new long[] {size[0], size[2]};
                long[] b = transposeB ? new long[] {size[1], size[2]} : new long[] {size[2], size[1]};
                check(dtype, resultType, a, transposeA, b, transposeB, List.of());
            }
        }
    }

    /** Few rows by adjacent terms have a form of their own. */
    @ParameterizedTest
    @CsvSource({"F32", "F64", "F16", "BF16"})
    void row_amongAnyNumberOfRows_hasTheSameBits(DType dtype) {
        int columns = 83;
        for (int terms : new int[] {5, 16, 75, 1043}) {
            for (boolean transposed : new boolean[] {false, true}) {
                double[] many = rows(dtype, 7, columns, terms, transposed);
                for (int count = 1; count < 7; count++) {
                    assertThat(rows(dtype, count, columns, terms, transposed))
                            .as("%d rows, %d terms, transposed %s", count, terms, transposed)
                            .isEqualTo(Arrays.copyOf(many, count * columns));
                }
            }
        }
    }

    /** Returns the product of the first rows of a matrix. */
    private static double[] rows(DType dtype, int count, int columns, int terms, boolean transposed) {
        try (TensorScope scope = TensorScope.open()) {
            long[] a = {count, terms};
            long[] b = transposed ? new long[] {columns, terms} : new long[] {terms, columns};
            List<Tensor> operands = List.of(random(dtype, new Random(1), a), random(dtype, new Random(2), b));
            MatMulShape shape = MatMulShape.of("test", "a", a, false, "b", b, transposed);
            return run(NativeMatMul.kernel(shape, dtype, List.of(), 1), dtype, new long[] {count, columns}, operands);
        }
    }

    @ParameterizedTest
    @CsvSource({"F32, F32", "F64, F64", "BF16, BF16", "I8, I32"})
    void batches_areThoseOfJava(DType dtype, DType resultType) {
        check(dtype, resultType, new long[] {2, 3, 4, 19}, false, new long[] {3, 19, 66}, false, List.of());
        check(dtype, resultType, new long[] {2, 1, 5, 19}, false, new long[] {1, 3, 66, 19}, true, List.of());
        check(dtype, resultType, new long[] {3, 19, 4}, true, new long[] {3, 19, 33}, false, List.of());
    }

    @ParameterizedTest
    @EnumSource(PostOp.class)
    void postOp_isThatOfJava(PostOp operation) {
        for (DType dtype : new DType[] {DType.F32, DType.F64, DType.F16, DType.BF16}) {
            check(dtype, dtype, new long[] {7, 30}, false, new long[] {30, 37}, false, List.of(operation));
        }
    }

    @Test
    void severalPostOps_areThoseOfJava() {
        List<PostOp> tail = List.of(PostOp.BIAS, PostOp.GELU_TANH, PostOp.MUL, PostOp.ADD, PostOp.RELU);
        check(DType.F32, DType.F32, new long[] {2, 9, 30}, false, new long[] {70, 30}, true, tail);
    }
}
