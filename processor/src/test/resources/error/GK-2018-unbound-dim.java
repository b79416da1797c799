import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor joined(
            @TensorType("f32[n + m, k]") Tensor x,
            @TensorType("f32[n, m]") Tensor y,
            @TensorType("f32[2*d]") Tensor z) {
//                      ^ GK-2018
        return neg(z);
    }
}
// says declare an axis of a parameter as d alone
