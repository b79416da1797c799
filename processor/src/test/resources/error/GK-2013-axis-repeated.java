import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor sum(@TensorType("f32[n, d]") Tensor x) {
        return reduceSum(x, axes(1, -1), KEEP_DIMS);
//                          ^ GK-2013
    }
}
