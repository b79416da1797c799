package demo;

import static io.graphkernel.runtime.Ops.mul;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.runtime.Tensor;

public final class Scaling {

    private Scaling() {}

    @GraphKernel
    public static Tensor twice(Tensor x) {
        return mul(x, 2);
    }

    public static void main(String[] arguments) {
        System.out.println(ScalingKernels.twice(Tensor.full(3, 2)));
    }
}
