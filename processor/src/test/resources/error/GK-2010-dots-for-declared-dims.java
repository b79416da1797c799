import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor caller(@TensorType("f32[..., d]") Tensor x) {
        return sums(x);
//                  ^ GK-2010
    }

    @GraphKernel
    static Tensor sums(@TensorType("f32[n, d]") Tensor x) {
        return reduceSum(x, -1);
    }
}
