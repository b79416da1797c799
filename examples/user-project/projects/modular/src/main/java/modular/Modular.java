package modular;

import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.tanh;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.runtime.KernelInfo;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;

/** A kernel in a named module. */
public final class Modular {

    private Modular() {}

    @GraphKernel
    static Tensor smooth(Tensor x, Tensor y) {
        return tanh(add(x, y));
    }

    public static void main(String[] args) {
        try (TensorScope scope = TensorScope.open()) {
            System.out.println(ModularKernels.smooth(Tensor.full(1f, 2, 2), Tensor.full(-1f, 2, 2)));
        }
        System.out.println(Tensor.class.getModule().getName() + " " + KernelInfo.of(Modular.class));
    }
}
