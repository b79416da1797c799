import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor product(@TensorType("f32[..., d]") Tensor x, @TensorType("f32[d, m]") Tensor w) {
        return matMul(x, w);
//             ^ GK-2019
    }
}
