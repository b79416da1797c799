import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel(gradient = true)
    static Tensor mantissa(@TensorType("f32[n]") Tensor x) {
//                ^ GK-2205
        return allReduce(mul(x, 2), ReduceOp.SUM, "all");
    }
}
