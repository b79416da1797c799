import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor scaled(@TensorType("f32[..., d]") Tensor x) {
        return mul(x, x.rank());
//                     ^ GK-2021
    }
}
