import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    static String group = "world";

    @GraphKernel
    static Tensor together(@TensorType("f32[n, d]") Tensor x) {
        return allReduce(x, ReduceOp.SUM, group);
//                                        ^ GK-1106
    }
}
