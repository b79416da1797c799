import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel(gradient = true)
    static Tensor twice(@TensorType("i32[n]") Tensor x, @TensorType("f32[n]") @NoGradient Tensor y) {
//                ^ GK-2202
        return add(cast(x, DType.F32), y);
    }
}
// says no tensor parameter of a floating dtype is without @NoGradient
