import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor turned(@TensorType("f32[..., n, d]") Tensor x) {
        return transpose(x, 0, 2, 1);
//             ^ GK-2019
    }
}
