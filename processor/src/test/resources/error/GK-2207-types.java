import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel(gradient = true)
    static Tensor scaled(@TensorType("f32[n]") Tensor x) {
        return mul(x, 2);
    }

    @GraphKernel(gradient = true)
    static Tensor Scaled(@TensorType("f32[n]") Tensor x) {
//                ^ GK-2207
        return mul(x, 3);
    }
}
