import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor caller(@TensorType("f32[..., d]") Tensor x, @TensorType("f32[1, d]") Tensor bias) {
        return sum(x, bias);
//             ^ GK-2011
    }

    @GraphKernel
    static Tensor sum(Tensor x, Tensor y) {
        return add(x, y);
    }
}
