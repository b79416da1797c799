import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor fill(@TensorType("f32[d]") Tensor x) {
        return fillV2(1.0, x.dimension(0) * (1L << 40), x.dimension(0) * (1L << 40));
//             ^ GK-2016
    }

    @GraphKernel
    static Tensor identity(@TensorType("f32[d]") Tensor x) {
        return eye(x.dimension(0) * (1L << 40), x.dimension(0) * (1L << 40));
//             ^ GK-2016
    }

    @GraphKernel
    static Tensor far(@TensorType("f32[d]") Tensor x) {
        return narrow(x, 0, x.dimension(0) - Long.MAX_VALUE, 2);
//             ^ GK-2016
    }
}
