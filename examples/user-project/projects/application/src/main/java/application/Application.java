package application;

import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.pow;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.runtime.KernelInfo;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import library.LibraryOps;

public final class Application {

    private Application() {}

    /** Fuses with a kernel whose source is not here. */
    @GraphKernel
    public static Tensor myNet(Tensor x, Tensor y) {
        return LibraryOps.myOp(pow(mul(x, 2.0), 3.0), y);
    }

    public static void main(String[] arguments) {
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = Tensor.full(0.2f, 2, 2);
            Tensor y = Tensor.full(0.3f, 2, 2);
            System.out.println(ApplicationKernels.myNet(x, y));
        }
        KernelInfo info = KernelInfo.of(Application.class).get(0);
        System.out.println(info.ops() + " ops in " + info.launches() + " launch");
    }
}
