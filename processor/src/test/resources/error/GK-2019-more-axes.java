import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor biased(@TensorType("f32[..., d]") Tensor x, @TensorType("f32[1, d]") Tensor bias) {
        return add(x, bias);
//             ^ GK-2019
    }
}
