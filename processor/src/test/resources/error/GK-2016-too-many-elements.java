import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor outer(@TensorType("f32[4000000000, 1]") Tensor x, @TensorType("f32[1, 4000000000]") Tensor y) {
        return add(x, y);
//             ^ GK-2016
    }

    @GraphKernel
    static Tensor tiled(@TensorType("f32[4000000000]") Tensor x) {
        return tile(x, 2000000000, 2000000000);
//             ^ GK-2016
    }
}
