package demo;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;

public final class Doubled {

    @GraphKernel
    public static Tensor doubled(Tensor x) {
        return Ops.mul(x, 2);
    }

    public static void main(String[] arguments) {
        try (Tensor x = Tensor.of(new float[] {1, 2}, 2);
                Tensor y = DoubledKernels.doubled(x)) {
            System.out.println(y);
        }
    }
}
