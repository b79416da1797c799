import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor joined(
            @TensorType("f32[n + m, k]") Tensor x,
            @TensorType("f32[n, 2*m]") Tensor y,
            @TensorType("f32[d - 1]") Tensor z) {
//                      ^ GK-2018
        return neg(z);
    }
}
// says declare an axis of a parameter as d, or as a multiple of it
