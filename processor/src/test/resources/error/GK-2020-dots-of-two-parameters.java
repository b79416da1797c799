import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor sum(@TensorType("f32[..., d]") Tensor x, @TensorType("f32[..., d]") Tensor y) {
        return add(x, y);
//                    ^ GK-2020
    }
}
