import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor never(@TensorType("f32[n, 6]") Tensor x) {
        return reshape(x, x.dimension(0), 4);
//             ^ GK-2022
    }

    @GraphKernel
    static Tensor longer(@TensorType("f32[n, d]") Tensor x) {
        return narrow(x, 0, 0, 2 * x.dimension(0));
//             ^ GK-2022
    }

    @GraphKernel
    static Tensor fits(@TensorType("f32[n, 6]") Tensor x, int k) {
        Tensor y = reshape(x, -1, 4);
        return narrow(narrow(y, 0, k, 1), 0, 0, 1);
    }
}
// says it needs 4*n == 6*n, which holds only if n is 0
