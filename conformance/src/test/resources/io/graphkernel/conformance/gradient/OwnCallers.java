package callers;

import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import gradients.OwnMethods;
import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/** Callers of kernels of a jar. */
public final class OwnCallers {

    @GraphKernel
    public static Tensor inside(@TensorType("f32[n, d]") Tensor x, float beta) {
        return gradient(() -> reduceSum(OwnMethods.swish(mul(x, 2), beta)), x);
    }

    @GraphKernel(gradient = true)
    public static Tensor caller(@TensorType("f32[n, d]") Tensor x, float beta) {
        return mul(OwnMethods.swish(mul(x, 2), beta), x);
    }
}
