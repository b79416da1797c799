import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor partial(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
        return gradient(() -> reduceSum(mul(x, y)), y);
    }

    // says a gradient is taken by parameter y, and x is the same tensor
    @GraphKernel
    static Tensor call(@TensorType("f32[n]") Tensor x) {
        return partial(x, x);
//             ^ GK-2011
    }
}
