import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor scaled(@TensorType("f32[n]") Tensor x, float rate) {
        return mul(x, rate);
    }

    @GraphKernel
    static Tensor counted(@TensorType("f32[n]") Tensor x) {
        return scaled(x, x.dimension(0));
//                        ^ GK-1115
    }
}
