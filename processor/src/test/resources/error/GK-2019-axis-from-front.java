import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor sums(@TensorType("f32[..., d]") Tensor x) {
        return reduceSum(x, 0);
//                          ^ GK-2019
    }
}
