import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    record Weights(@TensorType("f32[d") Tensor w) {}
//                                             ^ GK-2008

    @GraphKernel
    static Tensor scaled(Tensor x, Weights weights) {
        return mul(x, weights.w());
    }
}
