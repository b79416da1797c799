package application;

import static io.graphkernel.runtime.Elementwise.map;
import static io.graphkernel.runtime.Gradients.gradient;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.pow;
import static io.graphkernel.runtime.Ops.reduceSum;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.KernelInfo;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.Arrays;
import library.LibraryOps;

public final class Application {

    private Application() {}

    /** Fuses with a kernel whose source is not here. */
    @GraphKernel
    public static Tensor myNet(Tensor x, Tensor y) {
        return LibraryOps.myOp(pow(mul(x, 2.0), 3.0), y);
    }

    /** Applies a method whose source is not here. */
    @GraphKernel
    public static Tensor slope(@TensorType("f32[n]") Tensor x, @TensorType("f32[]") Tensor limit) {
        return gradient(() -> reduceSum(map(x, limit, LibraryOps::clipped)), x);
    }

    public static void main(String[] arguments) {
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = Tensor.full(0.2f, 2, 2);
            Tensor y = Tensor.full(0.3f, 2, 2);
            System.out.println(ApplicationKernels.myNet(x, y));
        }
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = Tensor.of(new float[] {1, 3}, 2);
            System.out.println("slopes " + Arrays.toString(
                    ApplicationKernels.slope(x, Ops.reshape(Tensor.of(new float[] {2}, 1))).toFloatArray()));
        }
        KernelInfo info = KernelInfo.of(Application.class).get(0);
        System.out.println(info.ops() + " ops in " + info.launches() + " launch");
    }
}
