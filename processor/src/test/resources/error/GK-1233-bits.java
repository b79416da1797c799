import static io.graphkernel.runtime.Elementwise.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor mixed(@TensorType("i32[n]") Tensor x, @TensorType("i32[n]") Tensor y) {
        return mapInt(x, y, (a, b) -> a ^ Integer.reverse(b));
//                                               ^ GK-1233
    }
}
