import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor first(@TensorType("f32[n]") Tensor x, @TensorType("i32[1]") Tensor count) {
        int rows = (int) count.getLong(0);
        return narrow(x, 0, 0, rows);
//                             ^ GK-1136
    }

    @GraphKernel
    static Tensor scaled(@TensorType("f32[n]") Tensor x, float by) {
        return mul(x, by);
    }

    @GraphKernel
    static Tensor normalized(@TensorType("f32[n]") Tensor x) {
        return scaled(x, 1 / reduceMax(x).get());
//                         ^ GK-1136
    }
}
// says 'rows'
