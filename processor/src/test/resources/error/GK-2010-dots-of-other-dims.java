import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor caller(@TensorType("f32[n, h, d]") Tensor x, @TensorType("f32[h, n, d]") Tensor y) {
        return sum(x, y);
//                    ^ GK-2010
    }

    @GraphKernel
    static Tensor sum(@TensorType("f32[b..., d]") Tensor x, @TensorType("f32[b..., d]") Tensor y) {
        return add(x, y);
    }
}
