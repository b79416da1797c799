package models;

import static io.graphkernel.runtime.Ops.add;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.KernelInfo;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;

public final class Main {

    private Main() {}

    /** Both models are inlined, and fused. */
    @GraphKernel
    public static Tensor both(@TensorType("f32[n]") Tensor x) {
        return add(OwnKernels.run(x), SharedKernels.run(x));
    }

    public static void main(String[] arguments) {
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = Tensor.of(new float[] {1, 2}, 2);
            System.out.println("own " + OwnKernels.run(x));
            System.out.println("shared " + SharedKernels.run(x));
            System.out.println("both " + MainKernels.both(x));
        }
        System.out.println(KernelInfo.of(Main.class).get(0).launches() + " launch");
    }
}
