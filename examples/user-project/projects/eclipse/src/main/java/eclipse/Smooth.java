package eclipse;

import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.sub;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.runtime.KernelInfo;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;

public final class Smooth {

    private Smooth() {}

    /** (x - y) · x. */
    @GraphKernel
    public static Tensor smooth(Tensor x, Tensor y) {
        Tensor a = sub(x, y);
        return mul(a, x);
    }

    public static void main(String[] arguments) {
        try (TensorScope scope = TensorScope.open()) {
            System.out.println(SmoothKernels.smooth(Tensor.full(3, 2), Tensor.full(1, 2)));
        }
        System.out.println(KernelInfo.of(Smooth.class));
    }
}
