import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor rows(@TensorType("f32[..., d]") Tensor x) {
        return reshape(x, -1, x.dimension(-1));
//             ^ GK-2019
    }
}
