import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says because: each combination of the values of dtype (15), a (2), b (2) is compiled
    @GraphKernel
    static Tensor cast(@TensorType("f32[n]") Tensor x, DType dtype, boolean a, boolean b) {
//                ^ GK-1023
        return cast(a ? neg(x) : b ? exp(x) : x, dtype);
    }
}
