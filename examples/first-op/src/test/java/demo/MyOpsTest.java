package demo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import org.junit.jupiter.api.Test;

class MyOpsTest {
    @Test
    void kernel_matchesTheMethod() {
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = Tensor.of(new float[] {0.1f, 0.2f, 0.3f, 0.4f}, 2, 2);
            Tensor y = Tensor.full(0.3f, 2, 2);
            float[] expected = MyOps.myNet(x, y).toFloatArray();
            assertArrayEquals(expected, MyOpsKernels.myNet(x, y).toFloatArray(), 1e-6f);
        }
    }
}
