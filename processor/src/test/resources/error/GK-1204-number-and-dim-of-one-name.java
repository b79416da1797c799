import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor first(@TensorType("f32[n, d]") Tensor x, int n) {
        return narrow(x, 0, 0, n);
//                             ^ GK-1204
    }

    @GraphKernel
    static Tensor rows(@TensorType("f32[n, d]") Tensor x, int count) {
        return narrow(x, 0, 0, count);
    }

    @GraphKernel
    static Tensor call(@TensorType("f32[n, d]") Tensor x, float rate) {
        return rows(x, (int) rate);
//                     ^ GK-1204
    }
}
// says because: the compiled kernel depends on the size count
