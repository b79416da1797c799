import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static void sum(@TensorType("f32[n]") Tensor total, @TensorType("f32[n, d]") Tensor x) {
        assign(total, x);
//                    ^ GK-2006
    }
}
