import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    record Both(Tensor sign, @NoGradient Tensor twice) {}

    @GraphKernel(gradient = true)
    static Both both(@TensorType("f32[n]") Tensor x) {
//              ^ GK-2202
        return new Both(greater(x, 0), mul(x, 2));
    }
}
// says because: no result of a floating dtype is without @NoGradient
// says fix: leave @NoGradient out
