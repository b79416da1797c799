import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel(gradient = true)
    static Tensor positive(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
//                                                                                      ^ GK-2204
        return select(greater(y, 0), x, 0);
    }
}
