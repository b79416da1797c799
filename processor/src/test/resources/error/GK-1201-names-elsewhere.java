import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor smallest(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
        return min(x, y);
//             ^ GK-1201
// says fix: write minimum(x, y) or reduceMin(x, -1)
    }

    @GraphKernel
    static Tensor reversed(@TensorType("f32[n]") Tensor x) {
        return flip(x, 0);
//             ^ GK-1201
// says fix: write reverse(x, 1)
    }
}
