import static io.graphkernel.runtime.Elementwise.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor captured(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
        return map(x, a -> a * y.dimension(0));
//                             ^ GK-1225
    }

    @GraphKernel
    static Tensor flag(@TensorType("f32[n]") Tensor x, float scale) {
        boolean isNegative = scale < 0;
        return map(x, a -> isNegative ? -a : a);
//                         ^ GK-1225
    }
}
