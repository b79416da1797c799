import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor sum(@TensorType("f32[n, d]") Tensor x, int axis) {
        return reduceSum(x, axis);
//                          ^ GK-1204
    }
}
// says because: the compiled kernel depends on the axis
