package io.graphkernel.runtime.generated.library.onednn;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.PostOp;
import io.graphkernel.runtime.generated.library.shape.MatMulShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ActivatedRowsKernelTest {

    /** More rows than the built-in kernel computes. */
    private static final int MANY = 40;

    private static final int COLUMNS = 83;

    static Stream<List<PostOp>> epilogues() {
        return Stream.of(
                List.of(PostOp.SILU),
                List.of(PostOp.SILU, PostOp.MUL),
                List.of(PostOp.BIAS, PostOp.GELU_TANH),
                List.of(PostOp.BIAS, PostOp.GELU_ERF, PostOp.ADD),
                List.of(PostOp.SCALE, PostOp.FAST_GELU, PostOp.BIAS),
                List.of(PostOp.ADD, PostOp.SIGMOID, PostOp.SCALE, PostOp.MUL),
                List.of(PostOp.TANH),
                List.of(PostOp.BIAS, PostOp.RELU));
    }

    @ParameterizedTest
    @MethodSource("epilogues")
    void row_aloneOrAmongFew_hasTheBitsOfOneAmongMany(List<PostOp> epilogue) {
        for (int terms : new int[] {16, 75, 300}) {
            for (boolean transposed : new boolean[] {false, true}) {
                float[] many = run(epilogue, MANY, terms, transposed);
                for (int rows : new int[] {1, 2, 3, 4, 16}) {
                    assertThat(run(epilogue, rows, terms, transposed))
                            .as("%d rows of %d terms, transposed %s", rows, terms, transposed)
                            .isEqualTo(Arrays.copyOf(many, rows * COLUMNS));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("epilogues")
    void activation_leavesTheProductToTheBuiltInKernel(List<PostOp> epilogue) {
        MatMulShape shape = shape(1, 75, true);

        assertThat(OneDnnSumOrder.ofFewRows(shape, DType.F32, epilogue))
                .isEqualTo(OneDnnSumOrder.ofFewRows(shape, DType.F32, List.of()));
    }

    private static MatMulShape shape(int rows, int terms, boolean transposed) {
        long[] b = transposed ? new long[] {COLUMNS, terms} : new long[] {terms, COLUMNS};
        return MatMulShape.of("test", "a", new long[] {rows, terms}, false, "b", b, transposed);
    }

    private static float[] run(List<PostOp> epilogue, int rows, int terms, boolean transposed) {
        try (TensorScope scope = TensorScope.open()) {
            List<Tensor> operands = new ArrayList<>(List.of(random(rows, terms), random(COLUMNS, terms)));
            for (PostOp operation : epilogue) {
                if (operation.hasOperand()) {
                    operands.add(operation.isPerChannel() ? random(COLUMNS) : random(rows, COLUMNS));
                }
            }
            Tensor result = Tensor.empty(Device.cpu(), DType.F32, rows, COLUMNS);
            long[] addresses = Stream.concat(operands.stream(), Stream.of(result))
                    .mapToLong(Tensor::address)
                    .toArray();
            Tensor arguments = Tensor.of(addresses, addresses.length);
            LibraryKernel kernel =
                    OneDnnMatMul.kernel(shape(rows, terms, transposed), DType.F32, DType.F32, epilogue, 2, 1);
            LaunchFrame frame = LaunchFrame.current(Device.cpu());
            frame.enter();
            try {
                kernel.launch(frame, arguments.address());
            } finally {
                frame.leave();
            }
            return result.toFloatArray();
        }
    }

    /** Returns a tensor whose first rows do not depend on the number of rows. */
    private static Tensor random(long... dims) {
        int count = (int) Arrays.stream(dims).reduce(1, (a, b) -> a * b);
        Random random = new Random(dims.length);
        float[] elements = new float[count];
        for (int i = 0; i < count; i++) {
            elements[i] = 2 * random.nextFloat() - 1;
        }
        return Tensor.of(elements, dims);
    }
}
