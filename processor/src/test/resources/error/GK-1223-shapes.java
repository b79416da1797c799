import static io.graphkernel.runtime.Elementwise.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor product(@TensorType("f32[3]") Tensor x, @TensorType("f32[4]") Tensor y) {
        return map(x, y, (a, b) -> a * b);
//             ^ GK-1223
    }
}
