import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel(gradient = true)
    static void decay(@TensorType("f32[n]") Tensor x) {
//              ^ GK-2201
        assign(x, mul(x, 2));
    }
}
// says it returns nothing
