import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel(gradient = true)
    static Tensor isPositive(@TensorType("f32[n]") Tensor x) {
//                ^ GK-2202
        return greater(x, 0);
    }
}
// says because: its result is of dtype bool and has no gradient
// says fix: remove gradient = true, or
