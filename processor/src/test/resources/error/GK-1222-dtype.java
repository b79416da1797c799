import static io.graphkernel.runtime.Elementwise.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor halves(@TensorType("f16[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
        return map(x, y, (a, b) -> a * b);
//                 ^ GK-1222
// says 'x' is f16, and the function takes float
    }

    @GraphKernel
    static Tensor low(@TensorType("u16[n]") Tensor x) {
        return mapInt(x, v -> v & 0xff);
//                    ^ GK-1222
// says 'x' is u16, and the function takes int
// says fix: cast the tensor to i32
    }
}
