import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says AllReduce at GK-2205-op.java:11 is between a parameter and a result
    @GraphKernel(gradient = true)
    static Tensor mantissa(@TensorType("f32[n]") Tensor x) {
//                ^ GK-2205
        return allReduce(mul(x, 2), ReduceOp.SUM, "all");
    }
}
