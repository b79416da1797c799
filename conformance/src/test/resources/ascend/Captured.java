import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.LaunchGraph;
import io.graphkernel.runtime.Tensor;
import java.util.Arrays;

/** A call of aclnn and a kernel, recorded once and replayed with other elements; ends with an exception if a result is wrong. */
public final class Captured {
    private static final int ROWS = 4;
    private static final int DEPTH = 3;
    private static final int COLUMNS = 5;

    private Captured() {}

    @GraphKernel
    public static Tensor product(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d, m]") Tensor w) {
        return reLU(add(matMul(x, w), 1f));
    }

    public static void main(String[] arguments) {
        Tensor x = Tensor.full(1, ROWS, DEPTH);
        Tensor w = Tensor.full(2, DEPTH, COLUMNS);
        Tensor[] result = new Tensor[1];
        CapturedKernels.product(x, w).close();
        try (LaunchGraph graph = LaunchGraph.capture(
                Device.defaultDevice(), () -> result[0] = CapturedKernels.product(x, w))) {
            for (int i = 0; i < 3; i++) {
                float[] elements = new float[DEPTH * COLUMNS];
                Arrays.fill(elements, i);
                w.copyFrom(elements);
                graph.launch();
                float[] expected = new float[ROWS * COLUMNS];
                Arrays.fill(expected, DEPTH * i + 1);
                if (!Arrays.equals(result[0].toFloatArray(), expected)) {
                    throw new AssertionError(i + ": " + Arrays.toString(result[0].toFloatArray()));
                }
            }
        }
    }
}
