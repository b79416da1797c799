import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.KernelLibraryException;

/** A product where aclnn lacks a function; the exit status says whether the message begins as it should. */
public final class Lacking {

    private Lacking() {}

    @GraphKernel
    public static Tensor product(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d, m]") Tensor w) {
        return matMul(x, w);
    }

    public static void main(String[] arguments) {
        try {
            LackingKernels.product(Tensor.full(1, 2, 3), Tensor.full(1, 3, 4));
        } catch (KernelLibraryException e) {
            if (e.getMessage().startsWith(arguments[0])) {
                System.exit(0);
            }
            throw e;
        }
        System.exit(1);
    }
}
