import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor product(@TensorType("f32[n, d, k]") Tensor x, @TensorType("f32[k, d]") Tensor y) {
        return tensorDot(x, y, axes(1, 2), axes(0, 1));
//                          ^ GK-2016
    }
}
// says 'y' needs the size of axis 1 of x at axis 0, and has the shape [k, d]
