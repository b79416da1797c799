import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor total(@TensorType("f32[..., d]") Tensor x) {
        return reduceSum(x, axes(), KEEP_DIMS);
//             ^ GK-2019
    }
}
