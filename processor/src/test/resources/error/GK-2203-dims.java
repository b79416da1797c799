import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel(gradient = true)
    static Tensor scaled(@TensorType("f32[n, d]") Tensor x, Tensor scale) {
//                                                                 ^ GK-2203
        return mul(x, scale);
    }
}
// says @TensorType("f32[n, d]")
