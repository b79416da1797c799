package demo;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;

public final class MyOps {
    @GraphKernel
    public static Tensor myOp(Tensor x, Tensor y) {
        Tensor a = sub(x, y);
        return mul(a, x);
    }

    @GraphKernel
    public static Tensor myNet(Tensor x, Tensor y) {
        return myOp(pow(mul(x, 2.0), 3.0), y);
    }

    public static void main(String[] arguments) {
        try (TensorScope scope = TensorScope.open()) { // closes the tensors created inside
            Tensor x = Tensor.of(new float[] {0.1f, 0.2f, 0.3f, 0.4f}, 2, 2);
            Tensor y = Tensor.full(0.3f, 2, 2);
            System.out.println(MyOpsKernels.myNet(x, y));
        }
    }
}
