package demo;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

public final class Released {
    private Released() {}

    @GraphKernel
    public static Tensor squared(@TensorType("f32[n]") Tensor x) {
        return add(mul(x, x), 1);
    }

    public static void main(String[] arguments) {
        try (Tensor x = Tensor.of(new float[] {1, 2, 3}, 3);
                Tensor y = ReleasedKernels.squared(x)) {
            System.out.println(y);
        }
    }
}
