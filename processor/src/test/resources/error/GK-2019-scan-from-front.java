import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor sums(@TensorType("f32[..., d]") Tensor x) {
        return cumSum(x, 1);
//                       ^ GK-2019
    }
}
